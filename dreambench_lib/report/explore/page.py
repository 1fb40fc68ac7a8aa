"""One choice as a page: how every seed of the trap came out, then one seed's story."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

import pandas as pd

from dreambench_lib.harness.hygiene.relive import Past, sealed_cells
from dreambench_lib.records import CellKey
from dreambench_lib.report.frames import Frames
from dreambench_lib.report.hygiene.story import CellStory, Chosen
from dreambench_lib.report.words import BLOCKS, CONSTRUCTS, block, count


class Choice(NamedTuple):
    """What somebody wants to see."""

    condition: str
    agent: str
    trap: str
    seed: int


def page(frames: Frames, choice: Choice) -> str:
    """HTML of the choice; a fold without sessions has outcomes only, and says so."""
    cells = frames.cells
    mine = cells[
        (cells["condition"] == choice.condition)
        & (cells["agent"] == choice.agent)
        & (cells["trap_id"] == choice.trap)
    ].sort_values("seed")
    if mine.empty:
        return f"<p>{escape(frames.source)} has no such cell.</p>"
    said = f"<p>{_line(frames, choice, mine)}</p>"
    if frames.published or frames.folder is None:
        return f"{said}<p>The published fold has outcomes; its sessions are not published.</p>"
    return said + story(frames, choice)._repr_html_()


def story(frames: Frames, choice: Choice) -> CellStory:
    """The chosen cell, lived through again."""
    assert frames.folder is not None
    key = CellKey(choice.condition, choice.agent, choice.trap, choice.seed)
    record = sealed_cells(frames.folder, [key])[key]
    past, _ = Past.of(frames.folder)
    why = f"{'Passed' if record.passed else 'Failed'} ({frames.label})"
    return CellStory(Chosen(key, why), record, past.live(record), past.mint(key))


def _line(frames: Frames, choice: Choice, mine: pd.DataFrame) -> str:
    construct = str(mine.iloc[0]["construct"])
    where = BLOCKS[block(construct)].partition(" (")[0]
    counted = mine[frames.counts.loc[mine.index]]
    left_out = len(mine) - len(counted)
    seeds = ", ".join(
        f"seed {seed} {'passed' if passed else 'failed'}"
        for seed, passed in zip(counted["seed"], counted["passed"], strict=True)
    )
    without = f"; {count(left_out, 'cell')} not counted" if left_out else ""
    return (
        f"<strong>{escape(choice.condition)}</strong> on {escape(choice.trap)} "
        f"({escape(construct)} {escape(CONSTRUCTS[construct])}: {escape(where)})"
        f", {escape(choice.agent)}: {seeds}{without}."
    )
