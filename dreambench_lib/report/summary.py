"""A run in a few rows: passes per condition and agent, in two blocks that are never pooled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .frames import load


def summary(source: str | Path) -> list[dict[str, Any]]:
    """Rows of condition, agent, passes "k/n" where memory is needed and where it can only hurt."""
    frames = load(source)
    rows = []
    for agent in frames.agents:
        for condition in frames.conditions:
            mine = frames.outcomes.query("condition == @condition and agent == @agent")
            blocks = {
                block: mine[mine["block"] == block]["passed"].astype(int)
                for block in ("needs", "hurts")
            }
            out = frames.excluded.query("condition == @condition and agent == @agent")
            rows.append(
                {
                    "condition": condition,
                    "agent": agent,
                    **{name: f"{passed.sum()}/{len(passed)}" for name, passed in blocks.items()},
                    "excluded": len(out),
                }
            )
    return rows
