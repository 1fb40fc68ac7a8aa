"""Seed models, exact power and the searches built on it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreambench_lib.stats import (
    StatsInputError,
    clusters_needed,
    exact_power,
    score_distribution,
    seed_model,
    sign_plan,
    signflip_p_many,
    signflip_test,
    smallest_effect,
)

tenths = st.integers(0, 5).map(lambda n: Fraction(n, 10))
correlations = st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(9, 10), Fraction(1)])


class TestSeedModel:
    @given(tenths, tenths, st.integers(1, 5), correlations)
    def test_mean_and_variance(
        self, win: Fraction, loss: Fraction, seeds: int, rho: Fraction
    ) -> None:
        model = seed_model(win, loss, seeds, rho)
        mean = sum(p * score for score, p in model.items())
        variance = sum(p * score**2 for score, p in model.items()) - mean**2
        single = win + loss - (win - loss) ** 2
        assert sum(model.values()) == 1
        assert mean == seeds * (win - loss)
        assert variance == seeds * single * (1 + (seeds - 1) * rho)

    def test_independent_seeds_are_multinomial(self) -> None:
        chances = {1: Fraction(1, 2), -1: Fraction(1, 5), 0: Fraction(3, 10)}
        expected: dict[int, Fraction] = {}
        for draw in product(chances, repeat=3):
            chance = prod(chances[score] for score in draw)
            expected[sum(draw)] = expected.get(sum(draw), Fraction(0)) + chance
        assert seed_model("1/2", "1/5", 3, 0) == expected

    def test_by_simulation(self) -> None:
        rng = np.random.default_rng(3)
        rates = rng.dirichlet(np.array([0.3, 0.2, 0.5]) * (1 - 0.4) / 0.4, 40_000)
        draws = np.array([rng.multinomial(3, row) for row in rates])
        scores = draws[:, 0] - draws[:, 1]
        for score, chance in seed_model(0.3, 0.2, 3, 0.4).items():
            assert np.mean(scores == score) == pytest.approx(float(chance), abs=0.01)

    @pytest.mark.parametrize("args", [(0.6, 0.5, 3, 0), (0.5, 0.1, 0, 0), (0.5, 0.1, 3, 2)])
    def test_refuses(self, args: tuple) -> None:
        with pytest.raises(StatsInputError):
            seed_model(*args)


class TestScoreDistribution:
    def test_histogram(self) -> None:
        assert score_distribution({3: 1, 0: 2, -1: 1}) == {
            -1: Fraction(1, 4),
            0: Fraction(1, 2),
            3: Fraction(1, 4),
        }

    @pytest.mark.parametrize(
        ("given_", "says"),
        [
            ({}, "needs scores"),
            ({1: -1, 0: 2}, "non-negative"),
            ({1: 0}, "non-negative"),
            ({1: 0.5, 0: 0.4}, "add up to 0.9"),
            ({0.5: 1}, r"scores\[0\] is 0.5"),
            ({1: float("nan")}, "weight of score 1 is nan"),
        ],
    )
    def test_refuses(self, given_: dict, says: str) -> None:
        with pytest.raises(StatsInputError, match=says):
            score_distribution(given_)


class TestPower:
    @given(
        st.dictionaries(st.integers(-3, 3), st.integers(1, 5), min_size=1, max_size=5),
        st.integers(1, 5),
        st.sampled_from([0.05, 0.25, 0.5, 0.6]),
    )
    @settings(max_examples=40, deadline=None)
    def test_by_every_outcome(self, histogram: dict, clusters: int, alpha: float) -> None:
        chances = score_distribution(histogram)
        right = wrong = Fraction(0)
        for scores in product(chances, repeat=clusters):
            test = signflip_test(scores)
            if test.p_exact <= Fraction(str(alpha)):
                chance = prod((chances[s] for s in scores), start=Fraction(1))
                right += chance * (test.D > 0)
                wrong += chance * (test.D < 0)
        found = exact_power(clusters, histogram, alpha)
        assert found.power == pytest.approx(float(right), abs=1e-9)
        assert found.wrong_side == pytest.approx(float(wrong), abs=1e-9)
        assert found.error < 1e-6

    @pytest.mark.parametrize("clusters", [20, 30, 40, 50, 60])
    @pytest.mark.parametrize("share", [0.65, 0.7, 0.75])
    def test_equal_weights_give_the_sign_table(self, clusters: int, share: float) -> None:
        found = exact_power(clusters, {1: share, -1: 1 - share})
        (expected,) = sign_plan(clusters, [share]).power.values()
        assert found.power == pytest.approx(float(expected), rel=1e-10)

    def test_by_simulated_studies(self) -> None:
        model = seed_model(0.3, 0.12, 3, 0.5)
        rng = np.random.default_rng(5)
        chances = [float(p) for p in model.values()]
        studies = rng.choice(list(model), (4_000, 30), p=chances)
        p = signflip_p_many(studies)
        rejected = np.mean((p <= 0.05) & (studies.sum(axis=1) > 0))
        assert exact_power(30, model).power == pytest.approx(rejected, abs=0.025)

    def test_sampled_profiles_say_so_and_agree(self) -> None:
        model = seed_model(0.3, 0.15, 3, 0.5)
        exact = exact_power(40, model)
        sampled = exact_power(40, model, profiles=2_000)
        assert (exact.sampled, sampled.sampled) == (False, True)
        assert abs(sampled.power - exact.power) < 4 * sampled.error
        assert exact_power(40, model, profiles=2_000) == sampled

    def test_size_under_the_null_is_at_most_alpha(self) -> None:
        found = exact_power(25, seed_model(0.2, 0.2, 3, 0.5))
        assert found.power == pytest.approx(found.wrong_side, rel=1e-6)
        assert found.power + found.wrong_side <= 0.05

    def test_never_samples_unasked(self) -> None:
        with pytest.raises(StatsInputError, match="pass profiles=5000"):
            exact_power(400, seed_model(0.3, 0.1, 3, 0.5))

    @pytest.mark.parametrize("profiles", [0, 1])
    def test_needs_two_profiles(self, profiles: int) -> None:
        with pytest.raises(StatsInputError, match="at least two"):
            exact_power(10, {1: 1}, profiles=profiles)


class TestPlans:
    def test_clusters_needed_turns_at_the_answer(self) -> None:
        histogram = {2: 0.3, 1: 0.2, 0: 0.3, -1: 0.2}
        found = clusters_needed(histogram, profiles=None, most=60)
        assert found.power >= 0.8 > exact_power(found.clusters - 1, histogram).power

    def test_more_seeds_need_fewer_traps_unless_they_repeat_each_other(self) -> None:
        need = {
            (seeds, rho): clusters_needed(seed_model(0.3, 0.1, seeds, rho), profiles=400).clusters
            for seeds in (1, 3)
            for rho in (0, 1)
        }
        assert need[3, 0] < 0.6 * need[1, 0]
        assert need[3, 1] == pytest.approx(need[1, 1], rel=0.1)

    def test_out_of_reach(self) -> None:
        with pytest.raises(StatsInputError, match=r"50 clusters reach a power of 0.*raise `most`"):
            clusters_needed({1: 0.5, -1: 0.5}, most=50, profiles=None)
        assert smallest_effect(5, "0.3", seeds=1, profiles=None) is None

    def test_smallest_effect_turns_at_the_answer(self) -> None:
        found = smallest_effect(30, "0.3", seeds=1, profiles=None)
        assert found is not None
        assert found.power.power >= 0.8
        less = found.effect - Fraction(1, 1000)
        model = seed_model((Fraction("0.3") + less) / 2, (Fraction("0.3") - less) / 2, 1, 0)
        assert exact_power(30, model).power < 0.8
