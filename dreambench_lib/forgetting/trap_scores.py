"""FAMA of our own trap runs: executed checks instead of judges, next to pass@1.

Presence checks give MPA; forgetting, scope and abstention checks give FAA. Traps where memory is
needed and traps where it can only hurt are never pooled (RULES 20).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import pandas as pd

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.score.counts import Counts
from dreambench_lib.forgetting.score.policies import UNDEFINED, Policy, score

PRESENCE = ("presence",)
ABSENCE = ("forgetting", "scope", "abstention")
_CELL = ["condition", "agent", "trap_id", "seed"]


class TrapScore(NamedTuple):
    """One condition with one agent over one block of traps."""

    condition: str
    agent: str
    block: str
    cells: int
    passed: int
    fama: Fraction | None
    """Mean over the cells that the policy scores; None: undefined."""
    scored: int
    excluded: int
    undefined: int

    @property
    def pass_rate(self) -> Fraction:
        return Fraction(self.passed, self.cells)


def trap_fama(
    checks: pd.DataFrame, cells: pd.DataFrame, policy: Policy = UNDEFINED
) -> list[TrapScore]:
    """Scores of a run's outcomes.

    Args:
        checks: `checks.csv`; only the last session of each cell counts.
        cells: Outcomes with `passed` and `block`; cells that are none must be left out.
        policy: For cells that lack one of the two kinds of checks.
    """
    for name in (*_CELL, "passed", "block"):
        if name not in cells:
            raise BadInput(f"cells lack the column {name!r}: load a run with report.frames")
    counters = _counters(checks)
    out = []
    for (condition, agent, block), part in cells.groupby(["condition", "agent", "block"]):
        made = [
            score(counters.get(key, Counts(0, 0, 0, 0)), policy)
            for key in part[_CELL].itertuples(index=False, name=None)
        ]
        treated = [one.treated for one in made]
        kept = [one.fama for one in made if one.fama is not None]
        broken = not kept or "undefined" in treated
        out.append(
            TrapScore(
                condition=str(condition),
                agent=str(agent),
                block=str(block),
                cells=len(part),
                passed=int(part["passed"].sum()),
                fama=None if broken else sum(kept, Fraction(0)) / len(kept),
                scored=treated.count("scored"),
                excluded=treated.count("excluded"),
                undefined=treated.count("undefined"),
            )
        )
    return out


def _counters(checks: pd.DataFrame) -> dict[Any, Counts]:
    """(condition, agent, trap, seed) -> counters of the last session's checks."""
    last = checks[checks["session"] == checks.groupby(_CELL)["session"].transform("max")]
    good = last["passed"].astype(bool)
    present, absent = last["kind"].isin(PRESENCE), last["kind"].isin(ABSENCE)
    flags = pd.DataFrame(
        {"a": present & good, "b": present, "c": absent & good, "d": absent}, dtype="int64"
    )
    sums = pd.concat([last[_CELL], flags], axis=1).groupby(_CELL)[["a", "b", "c", "d"]].sum()
    return {
        key: Counts(*map(int, row))
        for key, row in zip(sums.index, sums.to_numpy().tolist(), strict=True)
    }
