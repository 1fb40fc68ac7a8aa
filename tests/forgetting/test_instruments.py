"""Judges as instruments: planted answers, kappa, patterns, human agreement, the literal judge."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.judges.agreement import between, kappa, pairwise, pattern, patterns
from dreambench_lib.forgetting.judges.human import BALANCED, WEIGHTED, Stratum, balanced, weighted
from dreambench_lib.forgetting.judges.literal import LiteralJudge
from dreambench_lib.forgetting.judges.panel import judge_all, open_bench
from dreambench_lib.forgetting.judges.planted import mixed, planted
from dreambench_lib.forgetting.judges.prompt import Item, messages, prompt_digest
from dreambench_lib.forgetting.judges.protocols import LITERAL, STRICT
from dreambench_lib.forgetting.judges.quality import quality
from dreambench_lib.forgetting.keys import CriterionKey
from dreambench_lib.forgetting.receipts import CriterionReceipt, JudgeVote, faults, receipt
from dreambench_lib.forgetting.score.published import read_printed


def item(number: int) -> Item:
    return Item(CriterionKey("r", "weekly", "p", "q", f"c{number}"), "remembering", "presence",
                "Q", "C", "A")  # fmt: skip


def judged(number: int, *votes: str | None) -> CriterionReceipt:
    made = [
        JudgeVote(judge=f"j{n}", model="m", prompt="p", raw=vote, vote=vote, attempts=1)  # type: ignore[arg-type]
        for n, vote in enumerate(votes)
    ]
    rule = STRICT.decide(3, 3, list(votes))  # type: ignore[arg-type]
    return receipt(item(number), made, rule, STRICT)


def test_the_bank_is_balanced_and_has_no_hint_of_the_truth() -> None:
    bank = planted()
    assert [one.truth for one in bank].count("yes") == len(bank) // 2 == 12
    assert len({one.item.key for one in bank}) == 24
    assert len({prompt_digest(one.item) for one in bank}) == 24
    for one in bank:
        told = str(messages(one.item))
        assert "expected" not in told
        assert one.kind not in told.split("Response:")[0]


@pytest.mark.parametrize("n", [0, 1, 5, 24, 100])
def test_planted_items_are_spread_and_none_is_lost(n: int) -> None:
    items = [item(number) for number in range(n)]
    out = mixed(items, planted())
    assert len(out) == n + 24
    assert [one for one in out if one.key.release == "r"] == items
    if n >= 48:
        assert all(one.key.release == "r" for one in out[-3:])


def test_sensitivity_and_specificity() -> None:
    known = planted()
    made = []
    for place, one in enumerate(known):
        other = "no" if one.truth == "yes" else "yes"
        good = one.truth if place % 4 else other
        votes = [
            JudgeVote(judge=name, model="m", prompt="p", raw=v, vote=v, attempts=1)  # type: ignore[arg-type]
            for name, v in (("a", one.truth), ("b", good), ("c", None))
        ]
        rule = STRICT.decide(3, 3, [v.vote for v in votes])
        made.append(receipt(one.item, votes, rule, STRICT))
    panel, a, b, c = quality(known, made)
    assert (a.right_yes, a.known_yes, a.right_no, a.known_no, a.unanswered) == (12, 12, 12, 12, 0)
    assert (b.right_yes, b.right_no) == (9, 9)
    assert c.unanswered == 24
    assert c.as_dict()["sensitivity"] is None
    assert panel.unanswered == 6  # one of two valid votes is no majority of three
    assert panel.right_yes == panel.known_yes == 9
    low = a.as_dict()["sensitivity"]
    assert (low["right"], low["of"], low["high"]) == (12, 12, 1.0)
    assert 0.73 < low["low"] < 0.74


def test_the_literal_judge_is_measured_like_any_other() -> None:
    known = planted()
    made = judge_all([one.item for one in known], open_bench([LiteralJudge()], LITERAL))
    panel, literal = quality(known, made)
    assert panel[1:] == literal[1:]
    # It misses the paraphrases and takes contrasts for use: both are in the bank.
    wrong = {one.kind for one, r in zip(known, made, strict=True) if r.verdict != one.truth}
    assert wrong == {"paraphrase", "contrast"}
    assert (literal.right_yes, literal.right_no) == (9, 10)


def test_a_criterion_without_a_fact_gets_no_literal_vote() -> None:
    (made,) = judge_all([item(1)], open_bench([LiteralJudge()], LITERAL))
    assert (made.verdict, made.valid) == ("undecided", 0)
    assert made.votes[0].error == "the criterion quotes no fact"
    assert faults(made, LITERAL) == []


def test_patterns_of_every_split() -> None:
    for votes in product(["yes", "no", None], repeat=3):
        found = pattern(votes)
        if None in votes:
            assert found == "incomplete"
        else:
            yes = votes.count("yes")
            assert found == {3: "unanimous yes", 2: "majority yes", 1: "majority no",
                             0: "unanimous no"}[yes]  # fmt: skip
    made = [judged(1, "yes", "yes", "no"), judged(2, "no", "no", "no"), judged(3, "no", "no", None)]
    assert patterns(made) == {"unanimous yes": 0, "majority yes": 1, "majority no": 0,
                              "unanimous no": 1, "incomplete": 1}  # fmt: skip


def test_kappa_of_pairs_counts_what_both_judged() -> None:
    rows = [("yes", "yes", "no"), ("no", "no", None), ("yes", "no", "no"), ("no", "no", "no")]
    first, second, third = pairwise([judged(n, *row) for n, row in enumerate(rows)])
    assert (first.first, first.second, first.both, first.equal) == ("j0", "j1", 4, 3)
    assert first.kappa == F(1, 2)
    assert first.share == F(3, 4)
    assert (second.both, third.both) == (3, 3)
    assert kappa([]) is None
    assert kappa([("yes", "yes")] * 3) is None


@given(st.lists(st.tuples(*[st.sampled_from(["yes", "no"])] * 2), min_size=1))
def test_kappa_invariants(pairs: list[tuple[str, str]]) -> None:
    value = kappa(pairs)
    swap = {"yes": "no", "no": "yes"}
    assert value == kappa([(b, a) for a, b in pairs])
    assert value == kappa([(swap[a], swap[b]) for a, b in pairs])
    if value is not None:
        assert -1 <= value <= 1
        assert (value == 1) == all(a == b for a, b in pairs)


def test_literal_against_a_panel_uses_only_the_same_answers() -> None:
    panel = [judged(1, "yes", "yes", "yes"), judged(2, "no", "no", "no")]
    literal = [one.model_copy(update={"verdict": "yes"}) for one in panel]
    found = between(literal, panel, ("literal", "panel"))
    assert (found.both, found.equal) == (2, 1)
    moved = [one.model_copy(update={"answer": "another"}) for one in literal]
    assert between(moved, panel, ("literal", "panel")).both == 0


STRATA = {"unanimous yes": Stratum(25, 25), "majority yes": Stratum(19, 25),
          "majority no": Stratum(20, 25), "unanimous no": Stratum(24, 25)}  # fmt: skip


def test_balanced_agreement_is_named_as_such() -> None:
    made = balanced(STRATA)
    assert made.value == F(88, 100)
    assert made.label == BALANCED
    assert "not an accuracy" in made.label
    assert made.prevalence is None
    printed = read_printed()["calibration"]
    mean = sum(F(value) for value in printed["agreement"]) / 3
    assert abs(mean - F(printed["mean"])) < F(1, 20)


def test_prevalence_moves_the_estimate() -> None:
    shares = dict(zip(STRATA, (F(1, 2), F(1, 20), F(1, 20), F(2, 5)), strict=True))
    made = weighted(STRATA, shares)
    assert made.label == WEIGHTED
    assert made.value == F(1, 2) + F(19, 500) + F(20, 500) + F(48, 125)
    assert made.interval.low < float(made.value) < made.interval.high < 1
    assert weighted(STRATA, dict.fromkeys(STRATA, F(1, 4))).value == balanced(STRATA).value


@pytest.mark.parametrize(
    ("shares", "sentence"),
    [
        (None, "no population agreement"),
        ({"unanimous yes": F(1)}, "only counts or only a prevalence"),
        (dict.fromkeys(STRATA, F(1, 5)), "add up to 0.8"),
    ],
)
def test_without_prevalences_there_is_no_accuracy(shares: Any, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        weighted(STRATA, shares)


def test_an_empty_stratum_with_a_prevalence_is_refused() -> None:
    strata = STRATA | {"unanimous no": Stratum(0, 0)}
    with pytest.raises(BadInput, match="no judged criterion"):
        weighted(strata, dict.fromkeys(strata, F(1, 4)))


def test_the_interval_covers_by_exact_enumeration() -> None:
    """Two strata of 12: the share of samples whose interval holds the truth, exactly weighted."""
    from math import comb

    shares = {"a": F(7, 10), "b": F(3, 10)}
    for rates in ((0.95, 0.6), (0.8, 0.8), (0.5, 0.9)):
        truth = 0.7 * rates[0] + 0.3 * rates[1]
        covered = 0.0
        for a, b in product(range(13), repeat=2):
            weight = 1.0
            for got, rate in zip((a, b), rates, strict=True):
                weight *= comb(12, got) * rate**got * (1 - rate) ** (12 - got)
            ends = weighted({"a": Stratum(a, 12), "b": Stratum(b, 12)}, shares).interval
            covered += weight * (ends.low <= truth <= ends.high)
        assert covered > 0.93
