"""The shapes of the paper's Tables 3, 4 and 5, from aggregates of any number of subjects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from dreambench_lib.forgetting.keys import DURATIONS, TASKS
from dreambench_lib.forgetting.score.aggregate import Aggregate
from dreambench_lib.forgetting.score.scales import CellScore, SumScore, total


class Reduction(NamedTuple):
    """A row of Table 5: what forgetting costs, summed over the three tasks, [0, 300]."""

    mpa: SumScore
    fama: SumScore

    @property
    def reduction(self) -> float:
        """Points lost on the scale of the sums."""
        return float(self.mpa.value - self.fama.value)


def table3(subjects: Mapping[str, Aggregate]) -> dict[tuple[str, str, str], CellScore | None]:
    """(subject, task, duration) -> mean question FAMA, [0, 100]; None where it is undefined."""
    return {
        (name, *place): cell.fama
        for name, one in subjects.items()
        for place, cell in one.cells.items()
    }


def table4(subjects: Mapping[str, Aggregate]) -> dict[tuple[str, str], SumScore | None]:
    """(subject, task) -> sum over the three durations, [0, 300]."""
    return {
        (name, task): _sum([_fama(one, task, duration) for duration in DURATIONS], "durations")
        for name, one in subjects.items()
        for task in TASKS
    }


def table5(subjects: Mapping[str, Aggregate]) -> dict[tuple[str, str], Reduction | None]:
    """(subject, duration) -> MPA and FAMA, each summed over the three tasks, [0, 300]."""
    found: dict[tuple[str, str], Reduction | None] = {}
    for name, one in subjects.items():
        for duration in DURATIONS:
            cells = [one.cells.get((task, duration)) for task in TASKS]
            mpa = _sum([cell and cell.mpa for cell in cells], "tasks")
            fama = _sum([cell and cell.fama for cell in cells], "tasks")
            found[name, duration] = Reduction(mpa, fama) if mpa and fama else None
    return found


def sums_json(one: Aggregate) -> dict[str, object]:
    """Tables 4 and 5 of one subject as plain data; the scale stands in the names."""
    reductions = {name[1]: row for name, row in table5({"": one}).items()}
    return {
        "sum over durations, of 300": {
            name[1]: None if value is None else float(value)
            for name, value in table4({"": one}).items()
        },
        "sum over tasks, of 300": {
            duration: None
            if row is None
            else {"mpa": float(row.mpa), "fama": float(row.fama), "reduction": row.reduction}
            for duration, row in reductions.items()
        },
    }


def _fama(one: Aggregate, task: str, duration: str) -> CellScore | None:
    cell = one.cells.get((task, duration))
    return cell and cell.fama


def _sum(cells: list[CellScore | None], over: str) -> SumScore | None:
    """A sum with a gap in it is undefined: two cells are no [0, 300]."""
    known = [cell for cell in cells if cell is not None]
    if len(known) != len(cells):
        return None
    return total(known, "durations" if over == "durations" else "tasks")
