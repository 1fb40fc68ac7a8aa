"""Memories of other people beside ours: passes by both readers in both blocks, and the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
from matplotlib.axes import Axes

from dreambench_lib.report.columns import rows as table_rows
from dreambench_lib.report.drawing import Drawing
from dreambench_lib.report.lineup import lineup
from dreambench_lib.report.rates import pass_rates
from dreambench_lib.report.style import (
    HAIR,
    INK,
    SERIES,
    WIDE,
    bare,
    figure,
    heading,
    layout,
    styled,
)

if TYPE_CHECKING:
    from dreambench_lib.report.external.source import External

_BLOCKS = {"needs": "memory is needed", "hurts": "memory can only hurt"}
NO_RECORD = "no record"


def external_outcomes(external: External) -> Drawing:
    """A mark an agent for each rate with its exact interval, counts and the verdict beside it."""
    frames = external.frames
    data, rows = pass_rates(frames), lineup(frames.conditions)
    data["verdict"] = [_verdict(external, name) for name in data["condition"]]
    with styled():
        fig = figure(WIDE, 1.45 + 0.34 * len(rows))
        axes = fig.subplots(1, len(_BLOCKS), sharey=True)
        for ax, (block, title) in zip(axes, _BLOCKS.items(), strict=True):
            part = data[data["block"] == block]
            _marks(ax, part, rows, frames.agents)
            ax.set_title(title, fontsize=8.5)
        layout(fig, wspace=0.08)
        axes[0].set_yticks(range(len(rows)), [f"{n}\n{_verdict(external, n)}" for n in rows])
        axes[0].tick_params(axis="y", labelsize=7.5)
        _name_agents(axes[0], data[data["block"] == "needs"], rows, frames.agents)
        heading(
            fig,
            "How often each memory passed, and whether it was admitted",
            f"{external.hygiene.origin} · 95 % exact bootstrap intervals, traps as clusters",
        )
    return Drawing(fig, data, _alt(external, data))


def _verdict(external: External, name: str) -> str:
    report = external.reports.get(name)
    return report.conformance.verdict if report else NO_RECORD


def _shift(agents: list[str], agent: str) -> float:
    """Where in its row an agent's mark lies."""
    return (agents.index(agent) - (len(agents) - 1) / 2) * 0.36


def _style(agents: list[str], agent: str) -> tuple[str, str]:
    return SERIES[(4, 2, 1, 3)[agents.index(agent) % 4]]


def _marks(ax: Axes, part: pd.DataFrame, rows: list[str], agents: list[str]) -> None:
    for field in table_rows(part):
        if field["condition"] not in rows:
            continue
        colour, mark = _style(agents, field["agent"])
        row = rows.index(field["condition"]) + _shift(agents, field["agent"])
        ax.plot([field["low"], field["high"]], [row, row], color=colour, lw=2, alpha=0.4)
        ax.plot(field["rate"], row, mark, ms=4.5, color=colour, clip_on=False)
        ax.annotate(
            f"{field['passed']}/{field['cells']}", (1.0, row), (40, 0),
            textcoords="offset points", ha="right", va="center", fontsize=6.5, color=colour,
            annotation_clip=False,
        )  # fmt: skip
    ax.set_xlim(-0.02, 1.02)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "", "½", "", "1"])
    ax.grid(axis="x")
    ax.hlines([n + 0.5 for n in range(len(rows) - 1)], -0.02, 1.02, color=HAIR, lw=0.4, zorder=0)
    bare(ax)


def _name_agents(ax: Axes, part: pd.DataFrame, rows: list[str], agents: list[str]) -> None:
    """The agents' names stand in the first row, beside their marks: no legend to look up."""
    there = part[part["condition"] == rows[0]].set_index("agent")["high"]
    for agent in agents:
        if agent in there.index:
            right = there[agent] <= 0.5
            colour = _style(agents, agent)[0] if right else INK
            place = there[agent] + 0.03 if right else 0.02
            ax.text(place, _shift(agents, agent), agent, va="center", fontsize=7, color=colour)


def _alt(external: External, data: pd.DataFrame) -> str:
    told = []
    for (agent, block), part in data.groupby(["agent", "block"], sort=False):
        rates = ", ".join(
            f"{row['condition']} ({row['verdict']}) {row['passed']}/{row['cells']}"
            for row in table_rows(part)
        )
        told.append(f"{agent}, {block}: {rates}")
    return f"Passes of each memory ({external.hygiene.origin}). {'; '.join(told)}."
