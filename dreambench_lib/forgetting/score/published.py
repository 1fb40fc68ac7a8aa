"""The paper's printed figures, as printed: a decimal's last digit says how far it was rounded."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.keys import DURATIONS, TASKS
from dreambench_lib.shipped import ROOT

FOLDER = ROOT / "results" / "memora"
"""Derived counts and printed figures that ship with the project."""
_COLUMNS = ("subject", "group", "task", "duration", "fama")


class Printed(NamedTuple):
    """A printed decimal.

    >>> Printed.of("65.60")
    Printed(text='65.60', value=Fraction(328, 5), half=Fraction(1, 200))
    """

    text: str
    value: Fraction
    half: Fraction
    """Half a unit of its last digit: how far the true value may lie from it."""

    @property
    def digits(self) -> int:
        """Digits after the point."""
        return len(self.text.partition(".")[2])

    @classmethod
    def of(cls, text: str) -> Printed:
        text = text.strip()
        try:
            value = Fraction(text)
        except (ValueError, ZeroDivisionError):
            raise BadInput(f"{text!r} is no printed decimal: write e.g. 65.60") from None
        digits = len(text.partition(".")[2])
        return cls(text, value, Fraction(1, 2 * 10**digits))


class Subject(NamedTuple):
    """One row of Table 3."""

    name: str
    group: str
    cells: Mapping[tuple[str, str], Printed]
    """(task, duration) -> mean FAMA, [0, 100]."""


def read_table3(path: Path | None = None) -> list[Subject]:
    """Table 3's rows; each task and duration once and on its scale, else one sentence."""
    path = path or FOLDER / "table3.csv"
    cells: dict[tuple[str, str], dict[tuple[str, str], Printed]] = {}
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except OSError:
        raise BadInput(f"{path} cannot be read: give Table 3 as CSV") from None
    for number, row in enumerate(rows, start=2):
        if any(not row.get(name) for name in _COLUMNS):
            raise BadInput(f"{path.name}, line {number}: needs the columns {', '.join(_COLUMNS)}")
        place = row["task"], row["duration"]
        mine = cells.setdefault((row["subject"], row["group"]), {})
        if place in mine:
            raise BadInput(f"{path.name}, line {number}: {row['subject']} has {place} twice")
        value = Printed.of(row["fama"])
        if not 0 <= value.value <= 100:
            raise BadInput(f"{path.name}, line {number}: {value.text} lies outside [0, 100]")
        mine[place] = value
    wanted = {(task, duration) for task in TASKS for duration in DURATIONS}
    for (name, group), mine in cells.items():
        if set(mine) != wanted:
            odd = sorted(set(mine) ^ wanted)[0]
            raise BadInput(f"{path.name}: {name} ({group}) and the cell {odd}: each once, no other")
    return [Subject(name, group, mine) for (name, group), mine in cells.items()]


def read_printed(path: Path | None = None) -> dict[str, Any]:
    """Tables 4 and 5 and the calibration, as `results/memora/published.json` has them."""
    path = path or FOLDER / "published.json"
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise BadInput(f"{path} is missing or no JSON: give the printed figures") from None
    return found
