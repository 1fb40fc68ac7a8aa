"""What a plan's evaluator sees of a source: its comparisons and its measures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

import pandas as pd

from dreambench_lib.errors import unknown
from dreambench_lib.report.frames import Frames
from dreambench_lib.report.plans.drift import DRIFT, drift, other_fold
from dreambench_lib.report.printed import printed, published_file
from dreambench_lib.stats import Claim, Comparison, PlannedFamily, compare

Measure = Callable[[Frames, str, str], Fraction | None]
"""(frames, condition, block) -> value, or None where these outcomes do not have it."""


class FramesEvidence:
    """The outcomes of one source, as `dreambench_lib.stats.evaluate` asks for them."""

    def __init__(self, frames: Frames) -> None:
        self.frames = frames

    def comparison(self, first: str, second: str, family: PlannedFamily) -> Comparison | None:
        """Two conditions over the family's block; None where one has no outcome."""
        frames = self.frames.of(family.agent) if family.agent else self.frames
        cells = _block(frames, family.block)
        if not {first, second} <= set(cells["condition"]):
            return None
        return compare(cells, first, second, missing=family.missing)

    def measure(self, name: str, condition: str, block: str) -> Fraction | None:
        """A measure by its name in `MEASURES`, or a published hygiene metric by its own."""
        if name in MEASURES:
            return MEASURES[name](self.frames, condition, block)
        if name.startswith(DRIFT):
            return drift(self.frames, name, condition, block)
        return _hygiene(self.frames, name, condition) if block == "all" else None


def check_measures(claims: Iterable[Claim]) -> None:
    """Refuses a demand on a measure that no source has: it could never be evaluated."""
    known = [*MEASURES, f"{DRIFT}SOURCE", *sorted(set(_panel()["metric"]))]
    for claim in claims:
        for demand in claim.demands:
            if demand.measure.startswith(DRIFT):
                other_fold(demand.measure)
            elif demand.measure not in known:
                raise unknown(f"measure in {claim.id}", demand.measure, known)


def _panel() -> pd.DataFrame:
    """The published hygiene panel, its values as they are printed."""
    return pd.read_csv(published_file("hygiene.csv"), dtype=str, keep_default_na=False)


def _block(frames: Frames, block: str) -> pd.DataFrame:
    cells = frames.outcomes
    return cells if block == "all" else cells[cells["block"] == block]


def _cells(frames: Frames, condition: str, block: str) -> pd.DataFrame:
    cells = _block(frames, block)
    return cells[cells["condition"] == condition]


def _pass_rate(frames: Frames, condition: str, block: str) -> Fraction | None:
    passed = _cells(frames, condition, block)["passed"]
    return Fraction(int(passed.sum()), len(passed)) if len(passed) else None


def _seed_spread(frames: Frames, condition: str, block: str) -> Fraction | None:
    """The highest pass rate of a seed minus the lowest."""
    seeds = _cells(frames, condition, block).groupby("seed")["passed"]
    rates = [Fraction(int(passed.sum()), len(passed)) for _, passed in seeds]
    return max(rates) - min(rates) if rates else None


def _share(column: str) -> Measure:
    def share(frames: Frames, condition: str, block: str) -> Fraction | None:
        cells = _cells(frames, condition, block)
        if frames.published or not len(cells) or cells[column].isna().any():
            return None
        return Fraction(int((cells[column] > 0).sum()), len(cells))

    return share


def _warm_up(frames: Frames, condition: str, block: str) -> Fraction | None:
    if block == "all" and frames.published:
        passed = printed()["warmup_of_360"].get(condition)
        return None if passed is None else Fraction(passed, 360)
    return None


def _hygiene(frames: Frames, name: str, condition: str) -> Fraction | None:
    if not frames.published:
        return None
    table = _panel()
    rows = table[(table["condition"] == condition) & (table["metric"] == name)]
    return Fraction(rows["value"].iloc[0]) if len(rows) and rows["value"].iloc[0] else None


MEASURES: dict[str, Measure] = {
    "pass rate": _pass_rate,
    "seed spread": _seed_spread,
    "cells with harm shown": _share("harm_shown"),
    "cells with a needed fact shown": _share("needed_shown"),
    "warm-up rate": _warm_up,
}
