"""What the conditions put before the agent: needed facts, harmful facts, nothing at all."""

from __future__ import annotations

import pandas as pd

from dreambench_lib.report.frames import Frames
from dreambench_lib.report.words import NOT_PUBLISHED


def what_was_shown(frames: Frames) -> pd.DataFrame:
    """Per condition, agent and block, in the scored session only and whatever the verdict.

    Usefulness alone is nearly constant when every memory fills its slots, so needed facts shown
    and cells with a harmful fact shown stand beside it. A condition that showed nothing anywhere
    is flagged: its passes say nothing about memory.

    Columns: condition, agent, block, items a cell, needed facts shown, cells with harm shown, flag.
    """
    found = []
    for (condition, agent, block), part in _groups(frames):
        known = not frames.published and bool(part["shown"].notna().all())
        found.append(
            {
                "condition": condition,
                "agent": agent,
                "block": block,
                "items a cell": part["shown"].mean() if known else NOT_PUBLISHED,
                "needed facts shown": _share(part, "needed_shown", "needed", known),
                "cells with harm shown": _cells(part, known),
                "flag": "nothing was ever shown" if known and part["shown"].sum() == 0 else "",
            }
        )
    return pd.DataFrame(found)


def _groups(frames: Frames) -> list[tuple[tuple[str, str, str], pd.DataFrame]]:
    cells = frames.outcomes
    keys = [
        (condition, agent, block)
        for agent in frames.agents
        for condition in frames.conditions
        for block in ("needs", "hurts")
    ]
    parts = {
        (str(c), str(a), str(b)): part
        for (c, a, b), part in cells.groupby(["condition", "agent", "block"])
    }
    return [(key, parts[key]) for key in keys if key in parts]


def _share(part: pd.DataFrame, top: str, bottom: str, known: bool) -> str:
    if not known:
        return NOT_PUBLISHED
    total = int(part[bottom].sum())
    return f"{int(part[top].sum())}/{total}" if total else "undefined"


def _cells(part: pd.DataFrame, known: bool) -> str:
    return f"{int((part['harm_shown'] > 0).sum())}/{len(part)}" if known else NOT_PUBLISHED


def hygiene_panel(frames: Frames) -> pd.DataFrame:
    """The paper's own hygiene panel, condition by metric; empty for runs of ours."""
    from dreambench_lib.report.printed import published_file

    if not frames.published:
        return pd.DataFrame()
    raw = pd.read_csv(published_file("hygiene.csv"))
    wide = raw.pivot(index="condition", columns="metric", values="value")
    wide = wide[sorted(map(str, wide.columns))].reindex(frames.conditions)
    return wide.reset_index()


__all__ = ["hygiene_panel", "what_was_shown"]
