"""Wins and losses of a comparison, trap by trap: what the clustered test adds up."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from dreambench_lib.report.drawing import Drawing
from dreambench_lib.report.figures.layout import trap_axis
from dreambench_lib.report.frames import Frames
from dreambench_lib.report.style import (
    FIRST,
    HAIR,
    INK,
    QUIET,
    SECOND,
    WIDE,
    WIDTH,
    bare,
    figure,
    heading,
    styled,
)
from dreambench_lib.stats import Comparison


def win_loss_strip(frames: Frames, blocks: Mapping[str, Comparison]) -> Drawing:
    """One square a cell that only one side passed: the first's above the line, the second's below.

    `blocks` are the comparisons of `compare_blocks`; each block has sums of its own.
    """
    first, second = next((one.first, one.second) for one in blocks.values())
    data = _table(frames, blocks)
    axis = trap_axis(data)
    reach = max(2, int(data[["first_only", "second_only"]].to_numpy().max()))
    with styled():
        fig = figure(WIDTH if len(data) <= 20 else WIDE, 1.5 + 0.34 * reach)
        ax = fig.subplots()
        for trap, up, down in zip(
            data["trap_id"], data["first_only"], data["second_only"], strict=True
        ):
            _stack(ax, axis.left[trap], int(up), FIRST, 1)
            _stack(ax, axis.left[trap], int(down), SECOND, -1)
        for group in axis.groups:
            ax.plot([group.left, group.right], [0, 0], color=INK, lw=0.9, solid_capstyle="butt")
            ax.text(group.middle, -reach - 0.25, group.construct, ha="center", va="top", fontsize=8)
        for block, one in blocks.items():
            members = [group for group in axis.groups if group.block == block]
            last = members[-1] is axis.groups[-1]
            at, side = (members[-1].right, "right") if last else (members[0].left, "left")
            for text, y, colour in (
                (f"{block}: {first} alone {one.b}", reach + 0.35, FIRST),
                (f"{block}: {second} alone {one.c}", -reach - 1.2, SECOND),
            ):
                ax.text(at, y, text, color=colour, ha=side, va="center", weight="bold")
        ax.set_xlim(-0.2, axis.width + 0.2)
        ax.set_ylim(-reach - 1.7, reach + 0.8)
        ax.set_yticks([])
        ax.set_xticks([])
        bare(ax)
        heading(
            fig,
            f"{first} against {second}, trap by trap",
            f"{frames.origin} · a square is a seed that only one of them passed; "
            "no square: the trap is tied",
        )
    return Drawing(fig, data, _alt(frames, blocks, first, second))


def _stack(ax: Axes, left: float, squares: int, colour: str, direction: int) -> None:
    for level in range(squares):
        bottom = level + 0.08 if direction > 0 else -level - 0.96
        ax.add_patch(Rectangle((left + 0.08, bottom), 0.84, 0.88, color=colour, lw=0))
    if not squares:
        ax.plot([left + 0.5], [0.0], ".", color=HAIR, ms=3, mec=QUIET, mew=0.3)


def _table(frames: Frames, blocks: Mapping[str, Comparison]) -> pd.DataFrame:
    """Per trap: seeds that only one side passed; within a construct the largest gains first."""
    pairs = pd.DataFrame([pair for one in blocks.values() for pair in one.pairs.pairs])
    pairs["first_only"] = (pairs["first"] & ~pairs["second"]).astype(int)
    pairs["second_only"] = (pairs["second"] & ~pairs["first"]).astype(int)
    sums = pairs.groupby("cluster")[["first_only", "second_only"]].sum()
    traps = frames.traps[["trap_id", "construct", "block"]]
    table = traps.merge(sums, left_on="trap_id", right_index=True, how="inner")
    table["score"] = table["first_only"] - table["second_only"]
    place = {name: number for number, name in enumerate(frames.constructs)}
    table["place"] = table["construct"].map(place)
    table = table.sort_values(["place", "score"], ascending=[True, False], kind="stable")
    return table.drop(columns="place").reset_index(drop=True)


def _alt(frames: Frames, blocks: Mapping[str, Comparison], first: str, second: str) -> str:
    parts = "; ".join(
        f"{name}: {first} alone passed {one.b} cells, {second} alone {one.c}, "
        f"{one.histogram.get(0, 0)} of {one.clusters} traps tied"
        for name, one in blocks.items()
    )
    return f"Wins and losses per trap, {first} against {second} ({frames.origin}). {parts}."
