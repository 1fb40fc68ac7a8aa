"""What each memory put before the agent, construct by construct: the needed and the harmful."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch, Rectangle

from dreambench_lib.report.columns import rows as table_rows
from dreambench_lib.report.drawing import Drawing
from dreambench_lib.report.frames import Frames
from dreambench_lib.report.lineup import label, left_out, lineup
from dreambench_lib.report.style import (
    FAILED,
    RATES,
    SECOND,
    WIDE,
    bare,
    figure,
    heading,
    styled,
)
from dreambench_lib.report.words import CONSTRUCTS, block

if TYPE_CHECKING:
    from dreambench_lib.report.hygiene.source import Hygiene


def hygiene_map(hygiene: Hygiene) -> Drawing:
    """Conditions down, constructs across. Shade: share of the needed facts shown. Disc: its area is
    the share of cells in which a harmful fact was shown.
    """
    frames = hygiene.frames
    data, rows = shown_by_construct(frames), lineup(frames.conditions)
    with styled():
        fig = figure(WIDE, 1.9 + 0.27 * len(rows))
        ax = fig.subplots()
        _fields(ax, data, rows, frames.constructs)
        ax.set_yticks(range(len(rows)), list(map(label, rows)))
        key = [
            Patch(color=RATES(0.05), label="no needed fact shown"),
            Patch(color=RATES(0.95), label="all needed facts shown"),
            Patch(color=FAILED, label="nothing is needed"),
            Patch(color=SECOND, label="a harmful fact shown: full disc, in every cell"),
        ]
        fig.legend(
            handles=key,
            loc="outside lower left",
            ncols=4,
            frameon=False,
            handlelength=1,
            fontsize=8,
        )
        note = " · ".join(filter(None, [hygiene.origin, left_out(frames.conditions)]))
        heading(fig, "What memory put before the agent: dark is good, orange is not", note)
    return Drawing(fig, data, _alt(hygiene, data, rows))


def shown_by_construct(frames: Frames) -> pd.DataFrame:
    """Counts by condition and construct, of one agent: what is shown does not depend on it."""
    cells = frames.outcomes[frames.outcomes["agent"] == frames.agents[0]]
    cells = cells.assign(harm=(cells["harm_shown"] > 0).astype("int64"))
    tally = cells.groupby(["condition", "construct"], sort=False).agg(
        needed_shown=("needed_shown", "sum"),
        needed=("needed", "sum"),
        harm_cells=("harm", "sum"),
        cells=("harm", "size"),
    )
    places = {name: place for place, name in enumerate(frames.conditions)}
    codes = {name: place for place, name in enumerate(frames.constructs)}
    table = tally.reset_index()
    order = table.assign(c=table["condition"].map(places), k=table["construct"].map(codes))
    return table.loc[order.sort_values(["c", "k"]).index].reset_index(drop=True)


def _fields(ax: Axes, data: pd.DataFrame, rows: list[str], columns: list[str]) -> None:
    left = {name: at + 0.35 * (block(name) == "hurts") for at, name in enumerate(columns)}
    for field in table_rows(data[data["condition"].isin(rows)]):
        at, row = left[field["construct"]], rows.index(field["condition"])
        needed = int(field["needed"])
        colour = RATES(int(field["needed_shown"]) / needed) if needed else FAILED
        ax.add_patch(Rectangle((at + 0.03, row - 0.46), 0.94, 0.92, color=colour, lw=0))
        harm = int(field["harm_cells"]) / int(field["cells"])
        if harm:
            # Discs must be round on the page: fields are wider than they are high.
            ax.plot(at + 0.5, row, "o", ms=13 * harm**0.5, color=SECOND, mec="white", mew=0.6)
    ax.set_xlim(0, max(left.values()) + 1)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    names = [f"{name} {CONSTRUCTS[name]}" for name in columns]
    ax.set_xticks([left[name] + 0.5 for name in columns], names, rotation=30, ha="right")
    bare(ax)


def _alt(hygiene: Hygiene, data: pd.DataFrame, rows: list[str]) -> str:
    told = []
    for name, part in data[data["condition"].isin(rows)].groupby("condition", sort=False):
        needed, shown = int(part["needed"].sum()), int(part["needed_shown"].sum())
        harm, cells = int(part["harm_cells"].sum()), int(part["cells"].sum())
        told.append(f"{name} {shown}/{needed} and {harm}/{cells}")
    return (
        f"What each condition put before the agent, by construct ({hygiene.origin}). Needed facts "
        f"shown and cells with a harmful fact shown, over all constructs: {'; '.join(told)}."
    )
