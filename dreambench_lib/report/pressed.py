"""The pressure study: runs of one plan that differ in nothing but how hard they press on memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.report.frames import Frames, load
from dreambench_lib.report.places import ROOT, output, shown
from dreambench_lib.report.words import in_order
from dreambench_lib.shipped import need_tree

_DIALS = ("pressure", "distractors")
_OURS = (*_DIALS, "trap_set")
"""Entries of a plan that the dials change: the trap set's digest counts them in."""


class Setting(NamedTuple):
    """Where the two dials stand."""

    pressure: int
    """Filler sessions between the evidence and the last session."""
    distractors: int
    """Further notes among the evidence that use the traps' own words and state nothing."""


@dataclass(frozen=True, eq=False)
class Study:
    """One run a setting: the same conditions, traps, seeds, key and budget in each."""

    name: str
    runs: Mapping[Setting, Frames]

    @property
    def first(self) -> Frames:
        """The run that presses least."""
        return next(iter(self.runs.values()))

    @property
    def conditions(self) -> list[str]:
        return in_order(self.first.conditions)

    @property
    def origin(self) -> str:
        """For captions: where the numbers come from."""
        return f"{self.name} · {self.first.label} ({self.first.agents[0]})"

    @property
    def plan(self) -> dict[str, Any]:
        """The plan that the runs share, without the dials."""
        return _shared(self.first)

    def pressures(self) -> list[Setting]:
        """Settings without distractors, the filler sessions rising."""
        return [setting for setting in self.runs if not setting.distractors]

    def distractions(self) -> list[Setting]:
        """Settings without filler sessions, the distractors rising."""
        return [setting for setting in self.runs if not setting.pressure]

    def __repr__(self) -> str:
        cells = sum(len(frames.cells) for frames in self.runs.values())
        return f"{self.name}: {len(self.runs)} runs, {cells:,} cells · {self.origin}"


def load_study(name: str | Path) -> Study:
    """The study in `results/`, `runs/` or a folder of runs, by rising pressure.

    Runs of which one could not be compared with the others are refused.
    """
    folder = find_study(name)
    found: dict[Setting, Frames] = {}
    for place in sorted(path.parent for path in folder.glob("*/cells.csv")):
        frames = load(place)
        plan = frames.manifest.get("plan", {})
        setting = Setting(*(int(plan.get(dial, 0)) for dial in _DIALS))
        if setting in found:
            raise BadInput(f"{shown(place)} repeats another run's dials {setting}: keep one")
        found[setting] = frames
        _same(place, frames, next(iter(found.values())))
    return Study(folder.name, dict(sorted(found.items())))


def find_study(name: str | Path) -> Path:
    """The folder of a study; an unknown one gets a sentence that lists the known ones."""
    bases = [ROOT / "results", output("runs")]
    for folder in (*(base / name for base in bases), Path(name)):
        if any(folder.glob("*/cells.csv")):
            return folder
    need_tree(str(name))
    known = {path.parents[1].name for base in bases for path in base.glob("*/*/cells.csv")}
    raise unknown("study", str(name), sorted(known))


def _shared(frames: Frames) -> dict[str, Any]:
    plan = frames.manifest.get("plan", {})
    return {key: value for key, value in plan.items() if key not in _OURS}


def _same(place: Path, frames: Frames, first: Frames) -> None:
    if len(frames.agents) > 1:
        raise BadInput(f"{shown(place)} has several agents: a study has one")
    ours, theirs = _shared(frames), _shared(first)
    for key in {**theirs, **ours}:
        if ours.get(key) != theirs.get(key):
            raise BadInput(
                f"{shown(place)} differs from {first.source} in {key}: a study's runs share "
                "everything but pressure and distractors"
            )
