"""Who passes which trap with what shown: the readers' verdicts under simple rules."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import PatchCollection
from matplotlib.patches import Rectangle

from dreambench_lib.report.audit_tables import READERS, SHOWN
from dreambench_lib.report.columns import rows as table_rows
from dreambench_lib.report.drawing import Drawing
from dreambench_lib.report.figures.layout import TrapAxis, block_spans, trap_axis
from dreambench_lib.report.style import QUIET, RATES, WIDE, bare, figure, heading, styled


def discrimination_map(data: pd.DataFrame, mints: int) -> Drawing:
    """Rules down, traps across, a panel a reader; shade is the share of mints passed.

    Args:
        data: `audit_tables.discrimination_rows`; without rows the picture says "not run".
        mints: How many mints of each trap were tried.
    """
    if data.empty:
        return _nothing(data)
    axis = trap_axis(data.drop_duplicates("trap_id"))
    readers = [name for name in READERS if (data["reader"] == name).any()]
    with styled():
        fig = figure(WIDE, 0.85 + len(readers) * (0.35 + 0.21 * len(SHOWN)))
        axes = fig.subplots(len(readers), 1, squeeze=False, sharex=True).ravel()
        for ax, reader in zip(axes, readers, strict=True):
            _fields(ax, data[data["reader"] == reader], axis)
            ax.set_ylabel(f"{reader}\nreader", rotation=0, ha="left", va="center", labelpad=52)
        _heads(axes[0], axis)
        heading(
            fig,
            "Who passes which trap with what shown",
            f"simulated readers · shade: share of {mints} mints passed",
        )
    return Drawing(fig, data, _alt(data, readers))


def _nothing(data: pd.DataFrame) -> Drawing:
    with styled():
        fig = figure(WIDE, 0.6)
        heading(fig, "Who passes which trap with what shown", "not run")
    return Drawing(fig, data, "Not run: no audit of these traps is stored.")


def _fields(ax: Axes, part: pd.DataFrame, axis: TrapAxis) -> None:
    row_of = {name: row for row, name in enumerate(SHOWN)}
    boxes, shades = [], []
    for line in table_rows(part):
        corner = (axis.left[line["trap_id"]] + 0.06, row_of[line["shown"]] - 0.42)
        boxes.append(Rectangle(corner, 0.88, 0.84))
        shades.append(RATES(float(line["rate"])))
    ax.add_collection(PatchCollection(boxes, facecolor=shades, edgecolor="none"))
    ax.set_xlim(-0.1, axis.width + 0.05)
    ax.set_ylim(len(SHOWN) - 0.45, -0.55)
    ax.set_yticks(range(len(SHOWN)), list(SHOWN.values()))
    ax.set_xticks([])
    bare(ax)


def _heads(ax: Axes, axis: TrapAxis) -> None:
    for group in axis.groups:
        ax.text(group.middle, -0.75, group.construct, ha="center", va="bottom", fontsize=8)
    for block, (left, right) in block_spans(axis.groups).items():
        ax.plot([left, right], [-1.75, -1.75], color=QUIET, lw=0.8, clip_on=False)
        text = {"needs": "memory is needed", "hurts": "can only hurt"}[block]
        ax.text((left + right) / 2, -1.85, text, ha="center", va="bottom", fontsize=8, color=QUIET)


def _alt(data: pd.DataFrame, readers: list[str]) -> str:
    told = []
    for reader in readers:
        mine = data[data["reader"] == reader]
        counts = [
            f"{words} {int((part['rate'] == 1).sum())}"
            for shown, words in SHOWN.items()
            for part in [mine[mine["shown"] == shown]]
        ]
        told.append(f"{reader} reader: {', '.join(counts)}")
    traps = data["trap_id"].nunique()
    return (
        f"Map of {traps} traps by what simulated readers are shown. Traps passed in every mint, "
        f"{'; '.join(told)}."
    )
