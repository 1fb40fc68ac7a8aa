"""FAMA of trap runs: from executed checks, next to pass@1."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pandas as pd
import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.score.policies import AS_RELEASED, EXCLUDE, UNDEFINED
from dreambench_lib.forgetting.trap_scores import trap_fama

CHECKS: list[tuple[Any, ...]] = [
    # trap, seed, session, kind, passed
    ("A", 1, 1, "presence", 0),  # a warm-up session does not count
    ("A", 1, 3, "presence", 1),
    ("A", 1, 3, "presence", 0),
    ("A", 1, 3, "scope", 1),
    ("A", 1, 3, "forgetting", 0),
    ("A", 1, 3, "regression", 0),  # neither kind
    ("B", 1, 3, "abstention", 1),
    ("B", 1, 3, "regression", 1),
]


def frames() -> tuple[pd.DataFrame, pd.DataFrame]:
    rows = [("B5", "reader", *one) for one in CHECKS]
    names = ["condition", "agent", "trap_id", "seed", "session", "kind", "passed"]
    cells = pd.DataFrame(
        [("B5", "reader", "A", 1, 0, "needs"), ("B5", "reader", "B", 1, 1, "hurts")],
        columns=["condition", "agent", "trap_id", "seed", "passed", "block"],
    )
    return pd.DataFrame(rows, columns=names), cells


def test_kinds_make_buckets_and_blocks_are_apart() -> None:
    made = {one.block: one for one in trap_fama(*frames())}
    assert set(made) == {"needs", "hurts"}
    assert made["needs"].fama == F(1, 2) - F(2, 4) * F(1, 2)
    assert (made["needs"].cells, made["needs"].passed) == (1, 0)
    assert made["hurts"].fama is None
    assert made["hurts"].undefined == 1
    assert made["hurts"].pass_rate == 1


@pytest.mark.parametrize(
    ("rule", "value", "treated"),
    [(UNDEFINED, None, "undefined"), (EXCLUDE, None, "excluded"), (AS_RELEASED, F(0), "scored")],
)
def test_an_abstention_trap_has_no_presence_bucket(rule: Any, value: Any, treated: str) -> None:
    made = {one.block: one for one in trap_fama(*frames(), rule)}["hurts"]
    assert made.fama == value
    assert getattr(made, treated) == 1


def test_the_frozen_run(tmp_path: Any) -> None:
    from dreambench_lib.report.frames import load

    run = load("offline-60")
    made = {
        (one.condition, one.agent, one.block): one
        for one in trap_fama(run.checks, run.outcomes, EXCLUDE)
    }
    assert sum(one.cells for one in made.values()) == len(run.outcomes)
    ideal = made["ideal", "reader-careful", "needs"]
    assert ideal.fama == 1
    assert ideal.pass_rate == 1
    nothing = made["B0", "reader-careful", "needs"]
    assert nothing.fama is not None
    assert nothing.fama < 1


def test_cells_without_a_block_are_refused() -> None:
    checks, cells = frames()
    with pytest.raises(BadInput, match="'block'"):
        trap_fama(checks, cells.drop(columns="block"))
