"""Pass rates with their intervals, one panel a block (and agent)."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from dreambench_lib.report.columns import rows as table_rows
from dreambench_lib.report.drawing import Drawing
from dreambench_lib.report.frames import Frames
from dreambench_lib.report.lineup import label, left_out, lineup
from dreambench_lib.report.rates import pass_rates as table_of
from dreambench_lib.report.style import (
    HAIR,
    INK,
    PASSED,
    QUIET,
    WIDE,
    bare,
    figure,
    heading,
    layout,
    styled,
)
from dreambench_lib.report.words import count

_TITLES = {"needs": "memory is needed", "hurts": "memory can hurt", "all": "all, as published"}


def pass_rates(frames: Frames, level: float = 0.95) -> Drawing:
    """A dot for each rate, a line for its exact cluster-bootstrap interval, counts beside it."""
    data, rows = table_of(frames, level), lineup(frames.conditions)
    panels = [
        (agent, block)
        for agent in frames.agents
        for block in ("needs", "hurts", "all")
        if ((data["agent"] == agent) & (data["block"] == block)).any()
    ]
    intervals = f"{level:.0%} exact bootstrap intervals, traps as clusters"
    with styled():
        fig = figure(WIDE, 1.3 + 0.225 * len(rows))
        axes = fig.subplots(1, len(panels), squeeze=False, sharey=True)[0]
        for ax, (agent, block) in zip(axes, panels, strict=True):
            part = data[(data["agent"] == agent) & (data["block"] == block)]
            _dots(ax, part.set_index("condition"), rows)
            traps = count(int(part["traps"].max()), "trap")
            lines = [f"{_TITLES[block]}, {traps}"]
            ax.set_title("\n".join(lines if frames.published else [agent, *lines]), fontsize=8.5)
        layout(fig, wspace=0.07)
        axes[0].set_yticks(range(len(rows)), list(map(label, rows)))
        heading(
            fig,
            "How often each condition passed",
            " · ".join(filter(None, [frames.origin, intervals, left_out(frames.conditions)])),
        )
    return Drawing(fig, data, _alt(frames, data, level))


def _dots(ax: Axes, part: pd.DataFrame, rows: list[str]) -> None:
    for row, name in enumerate(rows):
        if name not in part.index:
            continue
        at = part.loc[name]
        colour = PASSED if at["ranked"] else QUIET
        ax.plot([at["low"], at["high"]], [row, row], color=colour, lw=2.2, alpha=0.4, clip_on=False)
        face = colour if at["ranked"] else "white"
        ax.plot(at["rate"], row, "o", ms=5.5, color=colour, mfc=face, clip_on=False)
        ax.annotate(
            f"{at['passed']}/{at['cells']}",
            (1.0, row),
            (43, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize=8,
            color=INK if at["ranked"] else QUIET,
            annotation_clip=False,
        )
    ax.set_xlim(-0.02, 1.02)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "", "½", "", "1"])
    ax.grid(axis="x")
    ax.hlines(range(len(rows)), -0.02, 1.02, color=HAIR, lw=0.4, zorder=0)
    bare(ax)


def _alt(frames: Frames, data: pd.DataFrame, level: float) -> str:
    shown = data[data["condition"].isin(lineup(frames.conditions))]
    shown = shown[shown["block"] == "all"] if frames.published else shown
    told = []
    for (agent, block), part in shown.groupby(["agent", "block"], sort=False):
        named = "" if frames.published else f"{agent}, {block}: "
        rates = [
            f"{row['condition']} {row['rate']:.2f} ({row['low']:.2f} to {row['high']:.2f})"
            for row in table_rows(part)
        ]
        told.append(named + ", ".join(rates))
    return f"Pass rates with {level:.0%} intervals ({frames.origin}). {'; '.join(told)}."
