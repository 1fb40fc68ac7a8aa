"""Every outcome of a fold at once: conditions down, traps across, seeds inside."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import PatchCollection
from matplotlib.patches import Patch, Rectangle
from matplotlib.transforms import Transform, offset_copy

from dreambench_lib.report import columns
from dreambench_lib.report.drawing import Drawing
from dreambench_lib.report.figures.layout import TrapAxis, block_spans, trap_axis
from dreambench_lib.report.frames import Frames
from dreambench_lib.report.lineup import label, left_out, lineup
from dreambench_lib.report.style import (
    FAILED,
    INK,
    PASSED,
    QUIET,
    WIDE,
    WIDTH,
    bare,
    figure,
    heading,
    styled,
)
from dreambench_lib.report.words import BLOCKS, count, ranked

_NAMED = 20  # more traps than this cannot be named under their columns


def outcome_matrix(frames: Frames) -> Drawing:
    """The matrix of passed and failed cells, one panel an agent."""
    axis, rows = trap_axis(frames.traps), lineup(frames.conditions)
    named = len(frames.trap_ids) <= _NAMED
    panels = len(frames.agents)
    grid = (1, panels) if named else (panels, 1)
    with styled():
        height = 0.5 + grid[0] * (0.75 + 0.235 * len(rows)) + (1.0 if named else 0.0)
        fig = figure(WIDTH if named and panels == 1 else WIDE, height)
        axes = fig.subplots(*grid, squeeze=False, sharex=True, sharey=True).ravel()
        for ax, agent in zip(axes, frames.agents, strict=True):
            part = frames.of(agent)
            _cells(ax, part, axis, rows)
            _groups(ax, axis)
            _sums(ax, part, axis, rows)
            if panels > 1:
                ax.set_title(agent, pad=36)
            _frame(ax, axis, rows, frames.trap_ids if named else [])
        shown = [Patch(color=PASSED, label="passed"), Patch(color=FAILED, label="failed")]
        if len(frames.excluded):
            shown.append(Patch(facecolor="white", edgecolor=QUIET, label="no outcome"))
        fig.legend(
            handles=shown, loc="upper right", ncols=3, frameon=False, fontsize=8, handlelength=1
        )
        seeds, fewer = count(len(frames.seeds), "seed"), left_out(frames.conditions)
        heading(
            fig,
            "Which condition passed which trap",
            " · ".join(filter(None, [frames.origin, f"{seeds} side by side in each trap", fewer])),
        )
    kept = ["condition", "agent", "construct", "block", "trap_id", "seed", "passed"]
    data = frames.cells[[*kept, "failed_party"]]
    return Drawing(fig, data.reset_index(drop=True), _alt(frames, rows))


def _cells(ax: Axes, frames: Frames, axis: TrapAxis, rows: list[str]) -> None:
    line, slot = {name: row for row, name in enumerate(rows)}, 0.84 / len(frames.seeds)
    place = {seed: index for index, seed in enumerate(frames.seeds)}
    boxes: dict[str, list[Rectangle]] = {"passed": [], "failed": [], "none": []}
    drawn = frames.cells.assign(counts=frames.counts)
    for cell in columns.rows(drawn[drawn["condition"].isin(rows)]):
        corner = (
            axis.left[cell["trap_id"]] + 0.08 + slot * place[cell["seed"]],
            line[cell["condition"]] - 0.4,
        )
        kind = "none" if not cell["counts"] else "passed" if cell["passed"] else "failed"
        boxes[kind].append(Rectangle(corner, slot, 0.8))
    style = {"passed": (PASSED, PASSED), "failed": (FAILED, FAILED), "none": ("white", QUIET)}
    for kind, patches in boxes.items():
        face, edge = style[kind]
        ax.add_collection(PatchCollection(patches, facecolor=face, edgecolor=edge, linewidth=0.2))


def _groups(ax: Axes, axis: TrapAxis) -> None:
    """Constructs over their columns and, over these, the two blocks."""

    fig = ax.get_figure(root=True)

    def above(points: float) -> Transform:
        return offset_copy(ax.get_xaxis_transform(), fig, y=points, units="points")

    for group in axis.groups:
        ax.text(group.middle, 1, group.construct, transform=above(3), ha="center", fontsize=8)
    for block, (left, right) in block_spans(axis.groups).items():
        ax.plot([left, right], [1, 1], color=QUIET, lw=0.8, clip_on=False, transform=above(17))
        text = BLOCKS[block] if right - left > 20 else {"needs": "needed", "hurts": "hurts"}[block]
        middle = (left + right) / 2
        ax.text(middle, 1, text, transform=above(20), ha="center", fontsize=8, color=QUIET)


def _sums(ax: Axes, frames: Frames, axis: TrapAxis, rows: list[str]) -> None:
    """Direct labels at the right: one column a block, and the total where it was published."""
    blocks = [block for block in BLOCKS if (frames.outcomes["block"] == block).any()]
    for number, block in enumerate([*blocks, "all"] if frames.published else blocks):
        part = frames.outcomes
        part = part if block == "all" else part[part["block"] == block]
        right = 40 + 42 * number
        _beside(ax, block, (axis.width, -0.5), (right, 3), va="bottom", color=QUIET)
        part = part[part["condition"].isin(rows)]
        tally = part.groupby("condition")["passed"].agg(passed="sum", cells="count").reset_index()
        for each in columns.rows(tally):
            text, row = f"{each['passed']}/{each['cells']}", rows.index(each["condition"])
            weight = "bold" if block == "all" else "normal"
            _beside(ax, text, (axis.width, row), (right, 0), va="center", weight=weight)


def _beside(
    ax: Axes, text: str, at: tuple[float, float], right: tuple[int, int], **style: Any
) -> None:
    """Text whose right end stands some points beside a place, whatever the axis' scale."""
    ax.annotate(
        text,
        at,
        right,
        textcoords="offset points",
        ha="right",
        fontsize=8,
        annotation_clip=False,
        **style,
    )


def _frame(ax: Axes, axis: TrapAxis, rows: list[str], names: list[str]) -> None:
    ax.set_xlim(-0.1, axis.width + 0.05)
    ax.set_ylim(len(rows) - 0.45, -0.5)
    ceilings = sum(not ranked(name) for name in rows)
    if 0 < ceilings < len(rows):
        ax.axhline(len(rows) - ceilings - 0.5, color=QUIET, lw=0.6, ls=(0, (1, 2)))
    ax.set_yticks(range(len(rows)), list(map(label, rows)))
    for tick, name in zip(ax.get_yticklabels(), rows, strict=False):
        tick.set_color(INK if ranked(name) else QUIET)
    ax.set_xticks([axis.left[name] + 0.5 for name in names], names, rotation=40, ha="right")
    bare(ax)


def _alt(frames: Frames, rows: list[str]) -> str:
    seeds = count(len(frames.seeds), "seed")
    return (
        f"Matrix of outcomes: {count(len(rows), 'condition')} down, "
        f"{count(len(frames.trap_ids), 'trap')} across by construct, "
        f"{seeds} inside each trap ({frames.origin}). Passed cells: {_tallies(frames, rows)}."
    )


def _tallies(frames: Frames, rows: list[str]) -> str:
    """Counts of the drawn conditions by agent and block; the published fold's in one total."""
    cells = frames.outcomes[frames.outcomes["condition"].isin(rows)]
    told = []
    for keys, part in cells.groupby(["agent"] if frames.published else ["agent", "block"]):
        named = "all" if frames.published else ", ".join(map(str, keys))
        sums = part.groupby("condition")["passed"].agg(["sum", "count"]).reindex(rows).dropna()
        counts = [f"{name} {one['sum']}/{one['count']}" for name, one in sums.iterrows()]
        told.append(f"{named}: {', '.join(counts)}")
    return "; ".join(told)
