"""What became of each condition's cells: passed, harmed by one item, in want of a fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from dreambench_lib.report.columns import rows
from dreambench_lib.report.drawing import Drawing
from dreambench_lib.report.lineup import label
from dreambench_lib.report.style import (
    FAILED,
    INK,
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
from dreambench_lib.report.words import count

if TYPE_CHECKING:
    from dreambench_lib.report.why.effects import Effects

_LOOKS = {"passed": PASSED, "harmed": SECOND, "missing": FAILED, "unused": QUIET}
_NAMES = {
    "passed": "passed",
    "harmed": "one item made it fail",
    "missing": "a needed fact was not shown",
    "unused": "shown, and no one item to blame",
}
_TITLES = {"needs": "memory is needed", "hurts": "memory can only hurt"}


def why_bars(found: Effects) -> Drawing:
    """A bar a condition and block, cut by reason; counts stand in the parts."""
    from dreambench_lib.report.why.tables import reason_table

    tables = {block: reason_table(found, block) for block in _TITLES}
    data = pd.concat([table.assign(block=block) for block, table in tables.items()])
    with styled():
        fig = figure(WIDE, 1.5 + 0.34 * len(found.conditions))
        axes = fig.subplots(1, 2, squeeze=False, sharey=True)[0]
        for ax, (block, table) in zip(axes, tables.items(), strict=True):
            _bars(ax, table)
            ax.set_title(_TITLES[block])
        axes[0].set_yticks(range(len(found.conditions)), list(map(label, found.conditions)))
        handles = [Patch(color=colour, label=_NAMES[name]) for name, colour in _LOOKS.items()]
        fig.legend(handles=handles, loc="outside lower center", ncols=4, frameon=False, fontsize=8)
        layout(fig, wspace=0.05)
        agents = ", ".join(sorted(set(found.cells["agent"])))
        seeds = count(found.cells["seed"].nunique(), "seed")
        note = f"{found.frames.origin} · {agents}, {seeds}"
        heading(fig, "Why cells failed: each shown item left out once", note)
    return Drawing(fig, data, _alt(found, tables))


def _bars(ax: Axes, table: pd.DataFrame) -> None:
    for place, row in enumerate(rows(table)):
        left = 0
        for name, colour in _LOOKS.items():
            width = int(row[name])
            ax.barh(place, width, left=left, color=colour, height=0.72, edgecolor="white", lw=0.6)
            if width:
                ax.annotate(
                    str(width), (left + width / 2, place), ha="center", va="center", fontsize=7.5,
                    color=INK if name == "missing" else "white",
                )  # fmt: skip
            left += width
    ax.set_xlim(0, max(1, int(table["cells"].max())))
    ax.set_ylim(len(table) - 0.5, -0.5)
    ax.set_xticks([])
    bare(ax)


def _alt(found: Effects, tables: dict[str, pd.DataFrame]) -> str:
    told = []
    for block, table in tables.items():
        parts = "; ".join(
            f"{row['condition']} {row['passed']} passed, {row['harmed']} harmed by one item, "
            f"{row['missing']} without a needed fact, {row['unused']} otherwise"
            for row in rows(table)
        )
        told.append(f"{_TITLES[block]}: {parts}")
    return f"Cells by what became of them ({found.frames.origin}). {'. '.join(told)}."
