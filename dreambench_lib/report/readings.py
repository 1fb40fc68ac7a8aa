"""What a frame says, in sentences: a notebook shows them under the figure they read."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from dreambench_lib.report.columns import rows
from dreambench_lib.report.frames import Frames
from dreambench_lib.report.prose import Prose, say
from dreambench_lib.report.words import BLOCKS, CONSTRUCTS, count, ranked


def read_outcomes(frames: Frames) -> Prose:
    """How far the traps tell the ranked conditions apart, and what is left out."""
    cells = frames.outcomes[frames.outcomes["condition"].map(ranked)]
    by_trap = cells.groupby(["trap_id", "condition", "agent"])["passed"].mean().unstack("trap_id")
    none, every = int((by_trap.max() == 0).sum()), int((by_trap.min() == 1).sum())
    split = int((by_trap.nunique() > 1).sum())
    out = frames.excluded
    left_out = (
        f"{count(len(out), 'cell')} stopped early through no fault of the agent "
        f"({', '.join(sorted(out['failed_party'].unique()))}) and count nowhere."
        if len(out)
        else "No cell is left out."
    )
    return say(
        f"{count(len(frames.outcomes), 'outcome')} over {count(by_trap.shape[1], 'trap')}.",
        left_out,
        f"The conditions fare differently on {split or 'none'} of the traps.",
        f"Traps that no condition passed in any seed: {none or 'none'};",
        f"that all passed in every seed: {every or 'none'}.",
    )


def read_rates(rates: pd.DataFrame, frames: Frames) -> Prose:
    """The highest and the lowest count in each block; an order of counts, not a ranking."""
    parts = []
    for agent in frames.agents:
        for block, words in BLOCKS.items():
            part = rates[(rates["agent"] == agent) & (rates["block"] == block) & rates["ranked"]]
            if len(part):
                parts.append(f"{_who(frames, agent)}where {words}: {_extremes(part)}.")
    traps = frames.traps.groupby("block").size()
    few = [
        f"{traps[block]} traps where {words}"
        for block, words in BLOCKS.items()
        if traps[block] < 20
    ]
    if few:
        parts.append(f"There are only {' and '.join(few)}: intervals over so few are too short.")
    if (rates["low"] == rates["high"]).any():
        parts.append(
            "A count of none or of all has an interval without width: resampling can only repeat "
            "what was seen."
        )
    return Prose("\n".join(f"- {part}" for part in parts))


def read_profile(
    profile: pd.DataFrame, frames: Frames, kept_back: Mapping[str, str] | None = None
) -> Prose:
    """Which constructs nobody masters, and which tell the conditions apart most.

    Nothing is said about the constructs in `kept_back` (`claims.withheld`).
    """
    free = [name for name in frames.constructs if name not in (kept_back or {})]
    told = _withheld(len(frames.constructs) - len(free), len(frames.constructs))
    shown = profile[profile["condition"].map(ranked) & profile["construct"].isin(free)]
    if shown.empty:
        return say(told)
    rates = shown.groupby("construct")["rate"].agg(["min", "max"])
    never = [name for name in free if name in rates.index and not rates["max"][name]]
    spread = (rates["max"] - rates["min"]).reindex(free).dropna()
    widest = spread[spread == spread.max()].index
    named = " and ".join(f"{name} ({CONSTRUCTS[str(name)]})" for name in widest)
    return say(
        f"The conditions lie furthest apart on {named}: {spread.max():.2f} between the highest "
        "and the lowest rate.",
        f"No condition passes any cell of {', '.join(never)}." if never else "",
        told,
    )


def _withheld(kept_back: int, constructs: int) -> str:
    if not kept_back:
        return ""
    whom = "any single construct" if kept_back == constructs else f"{kept_back} of the constructs"
    return (
        f"The fields are counts. Nothing is claimed about {whom}, since too few of the traps were "
        "read by people, or labels are not settled."
    )


def _extremes(part: pd.DataFrame) -> str:
    ordered = part.sort_values("rate", kind="stable")
    most = [row for row in rows(ordered) if row["rate"] == ordered["rate"].max()]
    least = [row for row in rows(ordered) if row["rate"] == ordered["rate"].min()]
    if len(most) == len(ordered):
        return f"all have {most[0]['passed']} of {most[0]['cells']}"
    return f"most {_named(most)}, fewest {_named(least)}"


def _named(tied: list[dict[str, object]]) -> str:
    names = ", ".join(f"**{row['condition']}**" for row in tied[:4])
    more = f" and {len(tied) - 4} more" if len(tied) > 4 else ""
    return f"{names}{more} with {tied[0]['passed']} of {tied[0]['cells']}"


def _who(frames: Frames, agent: str) -> str:
    return "" if len(frames.agents) == 1 else f"{agent}, "
