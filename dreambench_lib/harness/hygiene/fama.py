"""FAMA without a judge: what must show gives MPA, what must not show gives FAA, check by check."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import pandas as pd

from dreambench_lib.errors import unknown
from dreambench_lib.forgetting.score.counts import Counts
from dreambench_lib.forgetting.score.policies import Policy, score
from dreambench_lib.harness.hygiene.scored import CELL, Tables, scored
from dreambench_lib.stats import BLOCKS

PRESENCE = frozenset({"presence"})
FORGETTING = frozenset({"forgetting", "scope", "abstention"})


class FamaRow(NamedTuple):
    """One condition; every cell is a question, and all means are over the scored cells."""

    condition: str
    fama: Fraction | None
    mpa: Fraction | None
    faa: Fraction | None
    pass_at_1: Fraction
    """Of all its cells, beside it."""
    cells: int
    scored: int
    excluded: int
    undefined: int
    with_forgetting: int
    """Cells with a check that something must not show: the coverage."""
    policy: str


def judge_free_fama(
    tables: Tables, block: str, policy: Policy, agent: str | None = None
) -> list[FamaRow]:
    """FAMA per condition from the scored session's check kinds.

    Args:
        tables: A run's tables.
        block: ``needs`` or ``hurts``.
        policy: What a cell without one of the kinds scores (`forgetting.score.policies`); under
            ``undefined`` one such cell leaves the mean undefined.
        agent: Needed where the run has several.
    """
    if block not in BLOCKS:
        raise unknown("block", block, BLOCKS)
    rows = scored(tables, agent)
    cells = rows.cells[rows.cells["block"] == block]
    counted = _counts(rows.checks)
    found: dict[str, list[Counts]] = {}
    for key in cells[CELL].itertuples(index=False, name=None):
        found.setdefault(str(key[0]), []).append(counted.get(key, Counts(0, 0, 0, 0)))
    passed = cells.groupby("condition")["passed"].sum()
    return [_row(name, counts, int(passed[name]), policy) for name, counts in found.items()]


def _counts(checks: pd.DataFrame) -> dict[tuple[object, ...], Counts]:
    found: dict[tuple[object, ...], Counts] = {}
    for key, group in checks.groupby(CELL):
        tallies = []
        for kinds in (PRESENCE, FORGETTING):
            passed = group.loc[group["kind"].isin(kinds), "passed"].astype("int64")
            tallies += [int(passed.sum()), len(passed)]
        assert isinstance(key, tuple)
        found[key] = Counts(*tallies)
    return found


def _row(name: str, counts: list[Counts], passed: int, policy: Policy) -> FamaRow:
    scores = [score(one, policy) for one in counts]
    kept = [one for one in scores if one.treated == "scored"]
    undefined = sum(one.treated == "undefined" for one in scores)

    def mean(values: list[Fraction | None]) -> Fraction | None:
        known = [value for value in values if value is not None]
        return sum(known, Fraction(0)) / len(known) if known and not undefined else None

    return FamaRow(
        condition=name,
        fama=mean([one.fama for one in kept]),
        mpa=mean([one.mpa for one in kept]),
        faa=mean([one.faa for one in kept]),
        pass_at_1=Fraction(passed, len(counts)),
        cells=len(counts),
        scored=len(kept),
        excluded=sum(one.treated == "excluded" for one in scores),
        undefined=undefined,
        with_forgetting=sum(one.forgetting > 0 for one in counts),
        policy=policy.name,
    )
