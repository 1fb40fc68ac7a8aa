"""How much of what was shown did not hold: one panel a kind, a dot a condition, exact intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
from matplotlib.axes import Axes

from dreambench_lib.report.columns import rows as table_rows
from dreambench_lib.report.drawing import Drawing
from dreambench_lib.report.lineup import label, left_out, lineup
from dreambench_lib.report.style import (
    HAIR,
    PASSED,
    QUIET,
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

PANELS = {
    "useful_precision": "useful",
    "stale_exposure": "superseded",
    "overruled_exposure": "overruled",
    "scope_violations": "of another scope",
    "irrelevant_import": "of no concern",
    "distractor_share": "without any fact",
}


def exposures(hygiene: Hygiene, agent: str, block: str = "needs") -> Drawing:
    """Shares of the items shown; a condition that showed nothing has no dot, and is said to."""
    part, rows = hygiene.part(agent, block), lineup(hygiene.conditions)
    data = part[part["metric"].isin(PANELS)].reset_index(drop=True)
    with styled():
        fig = figure(WIDE, 1.3 + 0.225 * len(rows))
        axes = fig.subplots(1, len(PANELS), sharey=True)
        for ax, (metric, title) in zip(axes, PANELS.items(), strict=True):
            _dots(ax, data[data["metric"] == metric], rows, PASSED if ax is axes[0] else SECOND)
            ax.set_title(title, fontsize=8.5)
        layout(fig, wspace=0.07)
        axes[0].set_yticks(range(len(rows)), list(map(label, rows)))
        note = [hygiene.origin, "95 % exact intervals, traps as clusters",
                left_out(hygiene.conditions)]  # fmt: skip
        heading(fig, "Of the items shown, how many were …", " · ".join(filter(None, note)))
    return Drawing(fig, data, _alt(hygiene, data, rows))


def _dots(ax: Axes, part: pd.DataFrame, rows: list[str], colour: str) -> None:
    for field in table_rows(part):
        if field["condition"] not in rows:
            continue
        row = rows.index(field["condition"])
        if not field["denominator"]:
            ax.text(0.5, row, "nothing shown", ha="center", va="center", fontsize=6, color=QUIET)
            continue
        ends = [field["low"], field["high"]]
        ax.plot(ends, [row, row], color=colour, lw=2.2, alpha=0.4, clip_on=False)
        ax.plot(field["share"], row, "o", ms=5, color=colour, clip_on=False)
    ax.set_xlim(-0.02, 1.02)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set_xticks([0, 0.5, 1], ["0", "½", "1"])
    ax.grid(axis="x")
    ax.hlines(range(len(rows)), -0.02, 1.02, color=HAIR, lw=0.4, zorder=0)
    bare(ax)


def _alt(hygiene: Hygiene, data: pd.DataFrame, rows: list[str]) -> str:
    told = []
    for metric, title in PANELS.items():
        part = data[(data["metric"] == metric) & data["condition"].isin(rows)]
        known = part[part["denominator"] > 0]
        shares = ", ".join(f"{r['condition']} {r['share']:.2f}" for r in table_rows(known))
        told.append(f"{title}: {shares}")
    return f"Shares of the items shown ({hygiene.origin}). {'; '.join(told)}."
