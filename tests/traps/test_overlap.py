"""Shared n-grams: the measure by hand, and the shipped traps by the measure."""

from __future__ import annotations

from dreambench_lib.traps import overlap
from dreambench_lib.traps.load import load_traps

SHARED = 0.02
"""No two shipped traps share more than this part of the smaller one's n-grams."""


def test_the_measure_by_hand() -> None:
    documents = {
        "a": ["one two three {{x.y}} five six", "seven"],
        "b": ["Zero, one two three {{z}} five!"],
        "c": ["one two three", "four five six seven eight"],
    }
    (pair,) = overlap.closest(documents)
    # a has two 5-grams, b two, and one is common; placeholders count as one word
    assert pair == ("a", "b", 1, 0.5, "one two three … five")
    assert overlap.longest(documents["a"], documents["c"]) == ""
    assert overlap.longest(["p q r s t u v"], ["x q r s t u y"]) == "q r s t u"


def test_no_gram_crosses_two_texts() -> None:
    assert overlap.grams(["a b c", "d e f"]) == set()


def test_no_stock_phrases_across_the_shipped_traps() -> None:
    pairs = overlap.closest_traps(load_traps().values())
    far = [pair for pair in pairs if pair.share > SHARED]
    assert far == [], "\n".join(f"{p.first} {p.second} {p.share:.3f} {p.phrase}" for p in pairs)


def test_no_stock_phrases_across_the_banks_of_fixtures() -> None:
    pairs = overlap.closest_banks(load_traps().values())
    assert all(pair.share <= SHARED for pair in pairs), pairs
