"""Passed cells by construct: counts, which claim nothing about a construct."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from dreambench_lib.report.columns import rows as table_rows
from dreambench_lib.report.drawing import Drawing
from dreambench_lib.report.frames import Frames
from dreambench_lib.report.lineup import label, left_out, lineup
from dreambench_lib.report.rates import construct_rates
from dreambench_lib.report.style import (
    INK,
    QUIET,
    RATES,
    WIDE,
    WIDTH,
    bare,
    figure,
    heading,
    layout,
    styled,
)
from dreambench_lib.report.words import CONSTRUCTS, block, ranked


def construct_profile(frames: Frames) -> Drawing:
    """Conditions down, constructs across; each field says its counts, shade says its rate."""
    data, rows, columns = construct_rates(frames), lineup(frames.conditions), frames.constructs
    panels, fewer = frames.agents, left_out(frames.conditions)
    with styled():
        width = WIDTH if len(panels) == 1 else WIDE
        fig = figure(width, 2.0 + 0.25 * len(rows))
        axes = fig.subplots(1, len(panels), squeeze=False, sharey=True)[0]
        for ax, agent in zip(axes, panels, strict=True):
            part = data[(data["agent"] == agent) & data["condition"].isin(rows)]
            _fields(ax, part, rows, columns)
            if len(panels) > 1:
                ax.set_title(agent)
        layout(fig, wspace=0.05)
        axes[0].set_yticks(range(len(rows)), list(map(label, rows)))
        heading(
            fig,
            "Passed cells by construct",
            " · ".join(filter(None, [frames.origin, "shade is the rate", fewer])),
        )
    return Drawing(fig, data, _alt(frames, data))


def _fields(ax: Axes, part: pd.DataFrame, rows: list[str], columns: list[str]) -> None:
    """The gap before C9 keeps the two blocks apart."""
    left = {name: at + 0.35 * (block(name) == "hurts") for at, name in enumerate(columns)}
    for field in table_rows(part):
        at, row = left[field["construct"]], rows.index(field["condition"])
        passed, cells, rate = field["passed"], field["cells"], field["rate"]
        ax.add_patch(Rectangle((at + 0.03, row - 0.46), 0.94, 0.92, color=RATES(rate), lw=0))
        ax.text(
            at + 0.5,
            row,
            f"{passed}/{cells}",
            ha="center",
            va="center",
            fontsize=7 if cells < 100 else 6,
            color="white" if rate > 0.55 else INK if passed else QUIET,
        )
    ax.set_xlim(0, max(left.values()) + 1)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    names = [f"{name} {CONSTRUCTS[name]}" for name in columns]
    ax.set_xticks([left[name] + 0.5 for name in columns], names, rotation=90)
    bare(ax)


def _alt(frames: Frames, data: pd.DataFrame) -> str:
    best = data[data["condition"].map(ranked)].sort_values("rate", kind="stable")
    top = best.groupby("construct", sort=False)["rate"].max()
    words = ", ".join(f"{name} {top[name]:.2f}" for name in frames.constructs if name in top)
    return (
        f"Pass rates by construct, {len(lineup(frames.conditions))} conditions by "
        f"{len(frames.constructs)} constructs ({frames.origin}). Highest rate of any ranked "
        f"condition in each: {words}."
    )
