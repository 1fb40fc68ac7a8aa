"""One model that works is one fold: outcomes of two are shown side by side and never summed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from dreambench_lib.errors import BadInput
from dreambench_lib.report.columns import rows
from dreambench_lib.report.frames import Frames, load
from dreambench_lib.report.warmup import BASE, GATE, warm_up
from dreambench_lib.report.words import BLOCKS, NOT_PUBLISHED, ranked
from dreambench_lib.traps.authors import read_authors

NO_MODEL = "none (a program reads)"


class Fold(NamedTuple):
    """An agent of a run, with the model that worked in it."""

    source: str
    agent: str
    model: str
    """Empty where none worked, or where it was not published."""


def folds(frames: Frames) -> list[Fold]:
    """The folds of one source, one an agent.

    Raises:
        BadInput: the cells of one agent name several models.
    """
    found = []
    for agent in frames.agents:
        named = sorted(models_in(frames.cells[frames.cells["agent"] == agent]))
        if len(named) > 1:
            raise BadInput(
                f"{frames.source} has cells of the models {', '.join(named)} under the agent "
                f"{agent}: each model is a fold of its own, so keep them in runs of their own"
            )
        found.append(Fold(frames.source, agent, named[0] if named else ""))
    return found


def models_in(cells: pd.DataFrame) -> set[str]:
    """The models that worked in these cells; none in cells that say nothing of it."""
    return {str(name) for name in cells["model"] if name} if "model" in cells else set()


def fold_table(sources: Iterable[str | Path]) -> pd.DataFrame:
    """Each fold of each source in a row of its own, with its warm-up; outcomes are summed nowhere.

    Passes stand in each run's own tables; `dreambench compare` refuses two models.
    """
    found = []
    for frames in map(load, sources):
        gates = {one.agent: one for one in warm_up(frames, GATE)}
        for fold in folds(frames):
            cells = frames.cells[frames.cells["agent"] == fold.agent]
            found.append(
                {
                    "run": fold.source,
                    "agent": fold.agent,
                    "model": fold.model or (NOT_PUBLISHED if frames.published else NO_MODEL),
                    "cells": len(cells),
                    "no outcome": len(cells) - int(frames.counts[cells.index].sum()),
                    f"warm-up of {BASE}": gates[fold.agent].words,
                }
            )
    return pd.DataFrame(found)


def author_table(frames: Frames, root: Path | None = None) -> pd.DataFrame:
    """Who authored the traps, by which model worked: passes of all ranked conditions per block.

    The published fold says neither, so its one row says that. What a run's own cells do not say
    (no model worked) is looked up in the traps' ``authors.toml``.
    """
    if frames.published:
        blank = dict.fromkeys(("author", "model", *BLOCKS), NOT_PUBLISHED)
        return pd.DataFrame([blank])
    cells = frames.outcomes.assign(author=_authors(frames, root), model=_models(frames))
    cells = cells[cells["condition"].map(ranked)]
    found = []
    for (author, model), part in cells.groupby(["author", "model"], sort=True):
        line: dict[str, object] = {"author": author, "model": model}
        line["traps"] = part["trap_id"].nunique()
        for block in BLOCKS:
            mine = part[part["block"] == block]["passed"].astype(int)
            line[block] = f"{mine.sum()}/{len(mine)}"
            line[f"rate, {block}"] = float(mine.mean()) if len(mine) else pd.NA
        found.append(line)
    return pd.DataFrame(found)


def _authors(frames: Frames, root: Path | None) -> list[str]:
    known = read_authors(root)
    return [
        str(row.get("author") or known.of(str(row["trap_id"]))) for row in rows(frames.outcomes)
    ]


def _models(frames: Frames) -> list[str]:
    return [str(row.get("model") or NO_MODEL) for row in rows(frames.outcomes)]
