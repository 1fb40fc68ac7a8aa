"""Two conditions of one source, compared: what `dreambench compare` prints and notebooks show."""

from __future__ import annotations

from typing import Any

from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.report.frames import Frames, load
from dreambench_lib.stats.comparison import Comparison, compare, compare_blocks


def compare_source(
    source: str, first: str, second: str, agent: str | None = None
) -> dict[str, Any]:
    """The comparison as plain JSON values.

    The published fold has its published total at the top level; own runs have the blocks `needs`
    and `hurts` only, never a total (RULES 20).
    """
    frames = _one_agent(load(source), agent)
    for name in (first, second):
        if name not in frames.conditions:
            raise unknown(f"condition in {frames.source}", name, frames.conditions)
    if first == second:
        raise BadInput(f"{first!r} cannot be compared with itself: name two conditions")
    cells = frames.outcomes
    sides = frames.excluded["condition"].isin([first, second])
    missing = bool(sides.any())
    blocks = compare_blocks(cells, first, second, allow_missing=missing)
    total = compare(cells, first, second, allow_missing=missing) if frames.published else None
    return {
        "source": frames.source,
        "label": frames.label,
        "agent": frames.agents[0],
        "first": first,
        "second": second,
        "excluded": int(sides.sum()),
        **(total.as_dict() if total else {}),
        **{name: block.as_dict() for name, block in blocks.items()},
    }


def _one_agent(frames: Frames, agent: str | None) -> Frames:
    if agent is not None:
        return frames.of(agent)
    if len(frames.agents) > 1:
        raise BadInput(
            f"{frames.source} has several agents ({', '.join(frames.agents)}): choose one with "
            "--agent"
        )
    return frames


def comparisons(frames: Frames, first: str, second: str) -> dict[str, Comparison]:
    """By block, and for the published fold the published total (`all`) first."""
    cells = frames.outcomes
    missing = bool(frames.excluded["condition"].isin([first, second]).any())
    blocks = compare_blocks(cells, first, second, allow_missing=missing)
    if not frames.published:
        return blocks
    return {"all": compare(cells, first, second, allow_missing=missing), **blocks}
