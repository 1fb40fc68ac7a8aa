"""Every number of initialised judges, every number of valid votes, every split, every protocol."""

from __future__ import annotations

from itertools import product

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.judges.parse import parse
from dreambench_lib.forgetting.judges.protocols import LITERAL, PROTOCOLS, STRICT, protocol

MATRIX = [
    (started, valid, yes) for started in range(4) for valid in range(4) for yes in range(valid + 1)
]


def rule_book(name: str, started: int, valid: int, yes: int) -> str:
    """The rules in FORGETTING.md's words, written down a second time."""
    no = valid - yes
    asked = {"strict": 3 if started == 3 else 0, "released-track1": started,
             "released-track2": started if started == 3 else min(started, 1)}[name]  # fmt: skip
    if valid > asked:
        return "refused"
    if name == "strict":
        if started < 3 or valid < 2:
            return "undecided"
        return "yes" if yes >= 2 else "no" if no >= 2 else "undecided"
    if started == 0:
        return "undecided"
    if valid == 0:
        return "incorrect"
    return "yes" if yes > no else "no" if no > yes else "undecided"


@pytest.mark.parametrize("name", ["strict", "released-track1", "released-track2"])
def test_the_matrix(name: str) -> None:
    rule = protocol(name)
    assert len(MATRIX) == 40
    for started, valid, yes in MATRIX:
        expected = rule_book(name, started, valid, yes)
        split = ["yes"] * yes + ["no"] * (valid - yes)
        asked = rule.asked(started)
        votes = split + [None] * max(0, asked - valid)
        for order in {tuple(votes[i:] + votes[:i]) for i in range(max(1, len(votes)))}:
            if expected == "refused":
                with pytest.raises(BadInput, match="asks"):
                    rule.decide(3, started, order)  # type: ignore[arg-type]
                continue
            made = rule.decide(3, started, order)  # type: ignore[arg-type]
            assert made.outcome == expected, (started, order)
            assert (made.configured, made.initialised, made.valid) == (3, started, valid)


def test_a_verdict_does_not_depend_on_the_order_of_judges() -> None:
    for votes in product(["yes", "no", None], repeat=3):
        results = {
            STRICT.decide(3, 3, [votes[i], votes[j], votes[k]]).outcome  # type: ignore[list-item]
            for i, j, k in [(0, 1, 2), (2, 1, 0), (1, 2, 0)]
        }
        assert len(results) == 1


def test_strict_is_symmetric_in_yes_and_no() -> None:
    swap = {"yes": "no", "no": "yes", None: None, "undecided": "undecided"}
    for votes in product(["yes", "no", None], repeat=3):
        one = STRICT.decide(3, 3, votes).outcome  # type: ignore[arg-type]
        other = STRICT.decide(3, 3, [swap[v] for v in votes]).outcome  # type: ignore[misc]
        assert other == swap[one]


def test_lost_quorum_says_why() -> None:
    assert STRICT.decide(3, 2, []).reason == "quorum: 2 of 3 judges initialised"
    assert STRICT.decide(3, 3, ["yes", None, None]).reason == "quorum: 1 valid votes, 2 needed"
    assert STRICT.decide(3, 3, ["yes", "no", None]).reason == "1-1 is no majority"


def test_wrong_numbers_of_judges_are_refused() -> None:
    for name, rule in PROTOCOLS.items():
        with pytest.raises(BadInput, match=f"protocol {name} takes"):
            rule.decide(rule.configured + 1, 1, [])
    with pytest.raises(BadInput, match="cannot be initialised"):
        STRICT.decide(3, 4, [])
    with pytest.raises(BadInput, match="did you mean 'strict'"):
        protocol("strct")
    assert LITERAL.decide(1, 1, [None]).outcome == "undecided"


@pytest.mark.parametrize(
    ("raw", "vote"),
    [
        ("yes", "yes"), ("No", "no"), (" YES.\n", "yes"), ("**No**", "no"), ('"yes"', "yes"),
        ("`no`!", "no"), ("Answer: yes", "yes"), ("Final answer: **No.**", "no"), ("- yes", "yes"),
        ("[no]", "no"), ("“Yes”", "yes"), ("## Yes", "yes"),
        ("", None), ("yes no", None), ("yes and no", None), ("Yes, because it says so", None),
        ("not", None), ("yesterday", None), ("nope", None), ("true", None), ("y", None),
        ("I think yes", None), ("yes?", None), ("no, yes", None), ("Yes. No.", None),
        ('{"answer": "yes"}', None), ("是", None),
    ],
)  # fmt: skip
def test_parsing(raw: str, vote: str | None) -> None:
    assert parse(raw) == vote
