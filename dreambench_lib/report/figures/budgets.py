"""The two standard budgets as pairs of dots: what a fourth of the words costs each memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from dreambench_lib.report.columns import rows as table_rows
from dreambench_lib.report.drawing import Drawing
from dreambench_lib.report.lineup import label, left_out, lineup
from dreambench_lib.report.style import (
    FIRST,
    HAIR,
    SECOND,
    WIDE,
    bare,
    figure,
    heading,
    layout,
    styled,
)

if TYPE_CHECKING:
    from dreambench_lib.report.hygiene.source import Hygiene

PANELS = (
    ("useful_recall", "needs", "needed facts shown"),
    ("harm_shown", "needs", "cells with harm shown"),
    ("pass_at_1", "needs", "pass@1, memory is needed"),
    ("pass_at_1", "hurts", "pass@1, memory can hurt"),
)


def budgets(wide: Hygiene, tight: Hygiene, agent: str) -> Drawing:
    """A filled dot for the wide budget, a hollow one for the tight one, a line between them."""
    rows = lineup([*wide.conditions, *tight.conditions])
    data = _table(wide, tight, agent)
    with styled():
        fig = figure(WIDE, 1.5 + 0.225 * len(rows))
        axes = fig.subplots(1, len(PANELS), sharey=True)
        for ax, (metric, block, title) in zip(axes, PANELS, strict=True):
            part = data[(data["metric"] == metric) & (data["block"] == block)]
            _pairs(ax, part, rows)
            ax.set_title(title, fontsize=8.5)
        layout(fig, wspace=0.07)
        axes[0].set_yticks(range(len(rows)), list(map(label, rows)))
        key = [
            Line2D([], [], marker="o", ls="", color=FIRST, label=wide.words),
            Line2D([], [], marker="o", ls="", color=SECOND, mfc="white", label=tight.words),
        ]
        fig.legend(handles=key, loc="outside lower left", ncols=2, frameon=False, fontsize=8)
        note = [f"{wide.frames.source} and {tight.frames.source} · {wide.frames.label} · {agent}",
                left_out(rows)]  # fmt: skip
        heading(fig, "What fewer words cost", " · ".join(filter(None, note)))
    return Drawing(fig, data, _alt(data, wide, tight))


def _table(wide: Hygiene, tight: Hygiene, agent: str) -> pd.DataFrame:
    found = []
    for metric, block, _ in PANELS:
        shares = [
            h.shares(agent, block)[metric]
            if len(h.part(agent, block))
            else pd.Series(dtype="Float64")
            for h in (wide, tight)
        ]
        for condition in dict.fromkeys([*wide.conditions, *tight.conditions]):
            found.append(
                {
                    "condition": condition,
                    "metric": metric,
                    "block": block,
                    "wide": shares[0].get(condition),
                    "tight": shares[1].get(condition),
                }
            )
    return pd.DataFrame(found).astype({"wide": "Float64", "tight": "Float64"})


def _pairs(ax: Axes, part: pd.DataFrame, rows: list[str]) -> None:
    for field in table_rows(part.dropna()):
        if field["condition"] in rows:
            row = rows.index(field["condition"])
            ax.plot([field["wide"], field["tight"]], [row, row], color=HAIR, lw=2, clip_on=False)
            ax.plot(field["wide"], row, "o", ms=5.5, color=FIRST, clip_on=False)
            ax.plot(field["tight"], row, "o", ms=5.5, color=SECOND, mfc="white", clip_on=False)
    ax.set_xlim(-0.02, 1.02)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "", "½", "", "1"])
    ax.grid(axis="x")
    bare(ax)


def _alt(data: pd.DataFrame, wide: Hygiene, tight: Hygiene) -> str:
    passed = data[(data["metric"] == "pass_at_1") & (data["block"] == "needs")].dropna()
    told = ", ".join(
        f"{row['condition']} {row['wide']:.2f} and {row['tight']:.2f}" for row in table_rows(passed)
    )
    return (
        f"The two budgets, {wide.words} and {tight.words} ({wide.frames.label}). Pass@1 where "
        f"memory is needed: {told}."
    )
