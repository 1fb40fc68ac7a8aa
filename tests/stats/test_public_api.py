"""The names of this room: adding or dropping one is a decision, not an accident."""

from __future__ import annotations

import doctest
import inspect
from pathlib import Path

import pytest

import dreambench_lib.stats as room

NAMES = """
BLOCKS EXPLORATORY HURTS NEEDS PUBLISHED_FAMILIES V1 V2 V21_A V21_B
Admission Amendment BootstrapInterval Bounds Certificate Claim Comparison Demand Discordance
Effect Ends EquivalenceResult Evaluation Family HolmSlot Interval Judged MarginResult McNemarResult
Missing Pairs PlanState PlannedFamily PlannedSlot Power Preregistration ScoreComparison Sensitivity
ShiftInterval SignPlan SignflipResult Slot StatsInputError Withdrawn
attach_traps bootstrap_ends certify check_certificate clopper_pearson cluster_bootstrap
clusters_needed compare compare_blocks compare_pairs compare_scores condition_table
construct_balanced construct_table equivalence_test evaluate exact_power holm leave_one_out
matched_pair_interval mcnemar_test noninferiority_test outcomes pair_outcomes pass_counts
relative_error_bound score_distribution seed_model sensitivity sign_p sign_plan signflip_interval
signflip_p_many signflip_test smallest_effect split_clean_start stratum_rule superiority_test
trap_constructs wilson
"""


def test_public_names() -> None:
    assert sorted(room.__all__) == sorted(NAMES.split())
    assert all(hasattr(room, name) for name in room.__all__)


def test_every_public_name_is_documented() -> None:
    for name in room.__all__:
        thing = getattr(room, name)
        if callable(thing):
            assert thing.__doc__, name
            assert thing.__module__.startswith("dreambench_lib.stats"), name


FUNCTIONS = [name for name in room.__all__ if inspect.isfunction(getattr(room, name))]
TESTS = [
    "signflip_test", "mcnemar_test", "equivalence_test", "noninferiority_test", "superiority_test",
    "signflip_interval", "compare", "compare_blocks", "compare_scores", "sensitivity", "holm",
    "signflip_p_many", "certify", "leave_one_out", "construct_balanced", "sign_plan", "exact_power",
]  # fmt: skip
"""Those whose result is a statement about a null."""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_has_an_example_that_runs(name: str) -> None:
    function = getattr(room, name)
    found = doctest.DocTestFinder().find(function, name, globs=vars(inspect.getmodule(function)))
    assert any(test.examples for test in found), f"{name} has no example"
    assert all(doctest.DocTestRunner(verbose=False).run(test).failed == 0 for test in found)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_says_what_it_costs(name: str) -> None:
    assert "Complexity" in str(getattr(room, name).__doc__), f"{name} does not state its complexity"


@pytest.mark.parametrize("name", TESTS)
def test_every_test_states_null_exchangeability_and_source(name: str) -> None:
    words = str(getattr(room, name).__doc__).lower()
    assert "null" in words
    assert "exchangeab" in words
    assert "source" in words


@pytest.mark.parametrize(
    "name", ["signflip_interval", "equivalence_test", "noninferiority_test", "superiority_test"]
)
def test_the_assumption_beyond_exchangeability_is_stated(name: str) -> None:
    words = " ".join(str(getattr(room, name).__doc__).split())
    assert "common shift" in words
    assert "exchangeable labels do not give" in words


def test_doctests_of_this_room_are_collected() -> None:
    """`make test` runs pytest without a path: its settings have to reach the docstrings."""
    settings = (Path(room.__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    assert "--doctest-modules" in settings
    assert 'testpaths = ["tests", "dreambench_lib"]' in settings
