"""A run's hygiene as a notebook holds it: derived tables if they lie beside the run, else made."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.hygiene import derived
from dreambench_lib.records import Budget
from dreambench_lib.report import frames as runs
from dreambench_lib.report.frames import Frames
from dreambench_lib.report.sources import find
from dreambench_lib.report.words import in_order


@dataclass(frozen=True, eq=False)
class Hygiene:
    """One run's hygiene, all agents and both blocks."""

    frames: Frames
    folder: Path
    derived: derived.Derived

    @property
    def budget(self) -> Budget:
        return Budget.model_validate(self.frames.manifest["plan"]["budget"])

    @property
    def words(self) -> str:
        """The budget in words.

        For captions and columns, e.g. ``6 items, 1,200 words``.
        """
        return f"{self.budget.items} items, {self.budget.words:,} words"

    @property
    def origin(self) -> str:
        """For captions: run, budget, who acted."""
        return f"{self.frames.origin} · {self.words}"

    @property
    def conditions(self) -> list[str]:
        return in_order(self.frames.cells["condition"])

    def shares(self, agent: str, block: str) -> pd.DataFrame:
        """Conditions down (in the shared order), metrics across; undefined shares are missing."""
        part = self.part(agent, block)
        order = list(dict.fromkeys(part["metric"]))
        wide = part.pivot(index="condition", columns="metric", values="share")
        rows = [name for name in self.conditions if name in wide.index]
        return wide.loc[rows, order].astype("Float64")

    def part(self, agent: str, block: str) -> pd.DataFrame:
        """One agent's rows of one block."""
        table = self.derived["hygiene"]
        return table[(table["agent"] == agent) & (table["block"] == block)]

    def __repr__(self) -> str:
        made = len(self.derived["hygiene"])
        return f"{self.origin}: {len(self.conditions)} conditions, {made:,} shares"


def load(source: str) -> Hygiene:
    """The hygiene of a run, by its name or folder."""
    folder = find(source)
    frames = runs.load(folder)
    if frames.published or "plan" not in frames.manifest:
        raise BadInput(
            f"source {frames.source!r} has no recalls, so no hygiene of ours: name a sealed run"
        )
    return Hygiene(frames, folder, derived.read(folder) or derived.derive(frames, folder))
