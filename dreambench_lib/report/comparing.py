"""Two conditions of one source, compared: what `dreambench compare` prints and notebooks show."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.report.beside import beside as put_beside
from dreambench_lib.report.clusters import CLUSTERS, Clusters
from dreambench_lib.report.folds import folds
from dreambench_lib.report.frames import Frames, load
from dreambench_lib.report.outcomes import compare_outcomes, is_outcomes
from dreambench_lib.report.plans import plan_of_source, stamp
from dreambench_lib.report.shifts import shift_of
from dreambench_lib.report.warmup import warm_up
from dreambench_lib.stats.by_block import compare_blocks
from dreambench_lib.stats.comparison import Comparison, compare
from dreambench_lib.stats.missing import Missing, missing_rule
from dreambench_lib.traps.variants import NOTE


def compare_source(
    source: str,
    first: str,
    second: str,
    agent: str | None = None,
    clusters: Clusters = "trap",
    *,
    missing: str | None = None,
    columns: dict[str, str] | None = None,
    beside: str | None = None,
) -> dict[str, Any]:
    """The comparison as plain JSON values.

    A source that is a file or folder of others' outcomes (`report.outcomes`) has one total and no
    blocks. Every comparison says whether it was planned or is exploratory.

    The published fold has its published total at the top level; own runs have the blocks `needs`
    and `hurts` only, never a total (RULES 20). Variants count as further seeds of their trap
    unless `clusters` keeps them apart; where a run has any, `note` says when that may be done.

    Args:
        missing: What to do about missing cells (`Missing`). By default a hole is refused, unless
            its cell stopped through no fault of the agent: then complete pairs count.
        columns: For others' outcomes: which of their columns is what.
        beside: Another run of ours, on the same mint, that `second` is taken from.
    """
    if is_outcomes(Path(source)):
        if beside is not None:
            raise BadInput(f"--with needs runs of this program, and {source} is none: drop it")
        if agent is not None or clusters != "trap":
            raise BadInput(f"{source} has no agents and no variants: leave --agent, --clusters out")
        return compare_outcomes(Path(source), first, second, missing=missing, columns=columns)
    if columns:
        raise BadInput(f"--columns is for files of others' outcomes, and {source} is none: drop it")
    frames = _one_agent(load(source, clusters), agent)
    folds(frames)  # refuses two models under one agent
    gates = warm_up(frames)
    if beside is not None:
        other = load(beside, clusters)
        known = frames.agents[0] in other.agents
        other = other.of(frames.agents[0]) if known else other
        frames = put_beside(frames, other, first, second)
    for name in (first, second):
        if name not in frames.conditions:
            raise unknown(f"condition in {frames.source}", name, frames.conditions)
    if first == second:
        raise BadInput(f"{first!r} cannot be compared with itself: name two conditions")
    sides = frames.excluded["condition"].isin([first, second])
    tests = comparisons(frames, first, second, missing)
    state = plan_of_source(frames)
    told = {name: {**one.as_dict(), "interval": shift_of(one)} for name, one in tests.items()}
    return {
        "source": frames.source,
        "label": frames.label,
        "agent": frames.agents[0],
        "first": first,
        "second": second,
        "excluded": int(sides.sum()),
        "clustered_by": clusters,
        "note": _note(frames),
        "warm_up": [one.words for one in gates],
        "plan": state.digest if state else None,
        **told.pop("all", {}),
        **told,
    }


def _may_lack(frames: Frames, first: str, second: str) -> bool:
    """Whether the grid of traps and seeds has holes: excluded cells, or unequal versions a trap."""
    if frames.variants and frames.clusters == "trap":
        return True
    return bool(frames.excluded["condition"].isin([first, second]).any())


def _note(frames: Frames) -> str:
    """When variants may be clusters, where a run has any or somebody asks for it."""
    if frames.variants:
        return f"Here {CLUSTERS[frames.clusters]}. {NOTE}"
    return f"This run has no variants. {NOTE}" if frames.clusters == "variant" else ""


def _one_agent(frames: Frames, agent: str | None) -> Frames:
    if agent is not None:
        return frames.of(agent)
    if len(frames.agents) > 1:
        raise BadInput(
            f"{frames.source} has several agents ({', '.join(frames.agents)}): choose one with "
            "--agent"
        )
    return frames


def comparisons(
    frames: Frames,
    first: str,
    second: str,
    missing: str | None = None,
    alpha: float | None = None,
) -> dict[str, Comparison]:
    """By block, and for the published fold the published total (`all`) first; each with its status.

    Args:
        missing: As in `compare_source`.
        alpha: The level it is read at; one that the plan does not have makes it exploratory.
    """
    cells = frames.outcomes
    if missing is not None:
        rule = missing_rule(missing)
    else:
        rule = Missing.COMPLETE_PAIRS if _may_lack(frames, first, second) else Missing.REFUSE
    found = compare_blocks(cells, first, second, missing=rule)
    if frames.published:
        found = {"all": compare(cells, first, second, missing=rule), **found}
    level = None if alpha is None else Fraction(str(alpha))
    return {name: stamp(frames, one, name, level) for name, one in found.items()}
