"""The stream behind every draw: uniform, reproducible, and independent per purpose."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from dreambench_lib.traps.keys import Stream

KEY = bytes(range(32))


@pytest.mark.parametrize("bound", [2, 3, 10, 62, 255, 256, 257, 1000])
def test_draws_are_uniform(bound: int) -> None:
    stream = Stream(KEY, "uniform", bound)
    cells = min(bound, 64)
    counts = Counter(stream.below(bound) * cells // bound for _ in range(20_000))
    expected = [20_000 * len([x for x in range(bound) if x * cells // bound == c]) / bound
                for c in range(cells)]  # fmt: skip
    assert chisquare([counts[c] for c in range(cells)], expected).pvalue > 1e-4


def test_no_modulo_bias() -> None:
    # Without rejection, 256 mod 200 would make the first 56 values half as likely again.
    stream = Stream(KEY, "bias")
    low = sum(stream.below(200) < 56 for _ in range(40_000))
    assert abs(low / 40_000 - 56 / 200) < 0.01


def test_purposes_are_independent() -> None:
    first, second = Stream(KEY, "a", 1), Stream(KEY, "a", 2)
    pairs = Counter((first.below(4), second.below(4)) for _ in range(16_000))
    assert chisquare([pairs[a, b] for a in range(4) for b in range(4)]).pvalue > 1e-4


@given(st.lists(st.integers(1, 500), max_size=50))
def test_same_purpose_same_draws(bounds: list[int]) -> None:
    first, second = Stream(KEY, "x", 3), Stream(KEY, "x", 3)
    drawn = [first.below(bound) for bound in bounds]
    assert drawn == [second.below(bound) for bound in bounds]
    assert all(0 <= value < bound for value, bound in zip(drawn, bounds, strict=True))


def test_purpose_parts_do_not_run_together() -> None:
    assert Stream(KEY, "ab", "c").hex(32) != Stream(KEY, "a", "bc").hex(32)


@settings(deadline=None)
@given(st.lists(st.integers(), max_size=30))
def test_shuffle_and_sample_keep_the_items(items: list[int]) -> None:
    stream, shuffled = Stream(KEY, "s"), list(items)
    stream.shuffle(shuffled)
    assert Counter(shuffled) == Counter(items)
    size = len(items) // 2
    assert not Counter(stream.sample(items, size)) - Counter(items)


def test_every_permutation_is_equally_likely() -> None:
    stream, counts = Stream(KEY, "p"), Counter[tuple[int, ...]]()
    for _ in range(12_000):
        items = [0, 1, 2]
        stream.shuffle(items)
        counts[tuple(items)] += 1
    assert len(counts) == 6
    assert chisquare(list(counts.values())).pvalue > 1e-4
