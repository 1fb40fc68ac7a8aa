"""Which verdicts hang on one choice."""

from __future__ import annotations

from fractions import Fraction

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.stats import (
    StatsInputError,
    compare,
    compare_pairs,
    construct_balanced,
    leave_one_out,
    pair_outcomes,
    sensitivity,
    signflip_test,
    trap_constructs,
)

tables = st.dictionaries(st.text("abcdefgh", min_size=1, max_size=3), st.integers(-3, 3))


def test_published_verdicts(cells: pd.DataFrame) -> None:
    constructs = trap_constructs(cells)
    p1 = sensitivity(compare(cells, "DF-hybrid", "B5"), constructs)
    assert p1.verdict == "robust"
    assert p1.primary == Fraction(271801, 524288)
    p5 = sensitivity(compare(cells, "DF-hybrid", "DF"), constructs)
    assert p5.verdict == "sensitive to pooled cells, seed 3 alone"
    assert p5.as_dict()["alternatives"]["pooled cells"]["p"] == 0.04887389231827033


def test_a_rejection_that_hangs_on_one_trap() -> None:
    first = {(f"t{i}", seed): 1 for i in range(6) for seed in (1, 2, 3)}
    second = dict.fromkeys(first, 0)
    result = sensitivity(compare_pairs("X", "Y", pair_outcomes(first, second)))
    assert result.primary == Fraction(1, 32)
    assert result.alternatives["leaving one trap out"] == Fraction(1, 16)
    assert result.differs == ("leaving one trap out",)


def test_leaving_one_out_reports_the_trap_that_matters() -> None:
    first = {(f"t{i}", seed): 1 for i in range(6) for seed in (1, 2, 3)}
    second = dict.fromkeys(first, 0)
    for seed in (1, 2, 3):
        first["u", seed], second["u", seed] = 0, int(seed == 1)
    result = sensitivity(compare_pairs("X", "Y", pair_outcomes(first, second)))
    assert result.primary == Fraction(1, 32)  # without u it stays so, without a t it doubles
    assert result.alternatives["leaving one trap out"] == Fraction(1, 16)


def test_a_rejection_the_other_way_differs() -> None:
    """Twelve traps of one construct for the first; eight constructs of one trap each against it."""
    scores = {f"t{i}": 1 for i in range(12)}
    constructs = dict.fromkeys(scores, "C1") | {f"u{i}": f"D{i}" for i in range(8)}
    first = {(trap, 1): int(trap in scores) for trap in constructs}
    second = {(trap, 1): int(trap not in scores) for trap in constructs}
    comparison = compare_pairs("X", "Y", pair_outcomes(first, second))
    assert construct_balanced(comparison.scores, constructs).D < 0 < comparison.D
    result = sensitivity(comparison, constructs, alpha=0.99)
    assert "equal weight per construct" in result.differs


@given(tables)
def test_leave_one_out_by_definition(scores: dict[str, int]) -> None:
    for trap, test in leave_one_out(scores).items():
        assert test == signflip_test(v for name, v in scores.items() if name != trap)


@given(tables)
def test_balanced_over_one_construct_is_the_plain_test(scores: dict[str, int]) -> None:
    balanced = construct_balanced(scores, dict.fromkeys(scores, "C1"))
    assert balanced.p_exact == signflip_test(scores.values()).p_exact


def test_balanced_weighs_constructs_alike() -> None:
    scores = {"s": 1, "t": 1, "u": 1, "v": -2}
    constructs = {"s": "C1", "t": "C1", "u": "C1", "v": "C2"}
    assert construct_balanced(scores, constructs).D == 1 + 1 + 1 - 6
    with pytest.raises(StatsInputError, match="trap 'v' has no construct"):
        construct_balanced(scores, {"s": "C1", "t": "C1", "u": "C1"})
