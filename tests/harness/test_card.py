"""Results cards: made from the records, made again, and every figure that was changed is named."""

from __future__ import annotations

import json
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from dreambench_lib.canonical import sha256
from dreambench_lib.errors import BadInput
from dreambench_lib.harness.card import Card, make_card
from dreambench_lib.harness.card_check import check_card, read_card
from dreambench_lib.harness.card_text import card_text
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.memory.conformance import Conformance

VERDICT = Conformance(
    condition="B5", code="c" * 64, suite="1-ab", verdict="rejected", reasons=("limit: ignored",)
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small sealed run with both blocks."""
    place = tmp_path_factory.mktemp("card") / "small"
    traps = ["C1-archive-type", "C3-withdrawn", "C9-upload"]
    plan, key = make_plan(["B0", "B5"], ["reader-literal"], traps, [1, 2], key="c4" * 32)
    run(plan, key, place, workers=1, cache=None)
    seal(place)
    return place


@pytest.fixture(scope="module")
def card(folder: Path) -> Card:
    return make_card(folder, "B5", VERDICT)


def test_its_figures_are_those_of_the_table(card: Card, folder: Path) -> None:
    head = json.loads((folder / "manifest.json").read_text())
    assert (card.root, card.chain) == (head["root"], head["chain"])
    assert (card.key, card.plan, card.label) == ("c4" * 32, head["plan_digest"], head["tier"])
    assert card.label == "simulated reader"
    cells = pd.read_csv(folder / "cells.csv")
    outcome = card.outcomes["reader-literal"]
    for block, starts in (("needs", ("C1", "C3")), ("hurts", ("C9",))):
        mine = cells[(cells["condition"] == "B5") & cells["trap_id"].str.startswith(starts)]
        rate = outcome.rates[block]
        counted = mine["passed"].sum(), len(mine), mine["shown"].sum()
        assert (rate.passed, rate.cells, rate.shown) == counted
        assert Fraction(rate.low) <= Fraction(rate.passed, rate.cells) <= Fraction(rate.high)
        other = outcome.against[block]
        b0 = cells[(cells["condition"] == "B0") & cells["trap_id"].str.startswith(starts)]
        assert other.wins - other.losses == mine["passed"].sum() - b0["passed"].sum()
        assert other.pairs == len(mine)
    assert make_card(folder, "B0").outcomes["reader-literal"].against == {}


def test_nothing_shown_is_said(folder: Path) -> None:
    text = card_text(make_card(folder, "B0"))
    assert "Nothing was ever shown to reader-literal: these rates say nothing of memory." in text
    assert "Conformance: was not run." in text


def test_the_text_has_both_blocks_and_no_total(card: Card) -> None:
    text = card_text(card)
    assert text.count("| reader-literal | needs |") == 1
    assert text.count("| reader-literal | hurts |") == 1
    assert "**simulated reader**" in text
    assert "Conformance: rejected (limit: ignored), suite `1-ab`." in text
    assert card.root in text


def test_it_agrees_with_its_run(card: Card, folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "card.json"
    path.write_text(card.model_dump_json())
    findings = check_card(read_card(path), folder)
    assert all(one.passed for one in findings)
    assert {"root", "key", "outcomes", "plan", "trap_set"} <= {one.what for one in findings}


def changed(card: Card, way: tuple[str, ...], value: Any, sign: bool = True) -> Card:
    """The card with one figure changed; `sign`: with a digest that goes with it."""
    body = card.model_dump(mode="json")
    inner = body
    for step in way[:-1]:
        inner = inner[step]
    assert inner[way[-1]] != value
    inner[way[-1]] = value
    body["digest"] = sha256({**body, "digest": ""}) if sign else body["digest"]
    return Card.model_validate(body)


RATES = ("outcomes", "reader-literal", "rates", "needs")
AGAINST = ("outcomes", "reader-literal", "against", "hurts")


@pytest.mark.parametrize(
    ("way", "value"),
    [
        ((*RATES, "passed"), 99),
        ((*RATES, "low"), "1/3"),
        ((*RATES, "shown"), 0),
        ((*AGAINST, "p"), "1/1024"),
        ((*AGAINST, "wins"), 7),
        (("root",), "0" * 64),
        (("key",), "d5" * 32),
        (("label",), "gpt-9"),
        (("seeds",), [1, 2, 3]),
        (("excluded",), {"infra": 2}),
    ],
    ids=lambda part: ".".join(part) if isinstance(part, tuple) else "",
)
def test_a_changed_figure_is_named(
    card: Card, folder: Path, way: tuple[str, ...], value: Any
) -> None:
    wrong = [one.what for one in check_card(changed(card, way, value), folder) if not one.passed]
    named = [what for what in wrong if what != "the key is the one committed to"]
    assert len(named) == 1
    assert named[0].startswith(".".join(way))
    assert (len(wrong) == 2) == (way == ("key",))
    unsigned = check_card(changed(card, way, value, sign=False), folder)
    assert not next(one for one in unsigned if one.what == "the card's digest is its own").passed


def test_another_root_in_the_manifest_and_a_trap_in_the_wrong_block_are_found(
    card: Card, folder: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    head = json.loads((copy / "manifest.json").read_text())
    (copy / "manifest.json").write_text(json.dumps({**head, "root": "0" * 64}))
    traps = copy / "traps.csv"
    traps.write_text(traps.read_text().replace("C9-upload,C9,", "C9-upload,C1,"))
    wrong = {one.what: one.detail for one in check_card(card, copy) if not one.passed}
    assert "the run's root follows from its records" in wrong
    assert wrong["traps stand in their own blocks"] == "C9-upload"
    assert wrong["outcomes.reader-literal.rates.needs.cells"] == "4 against 6 in the run"


def test_bad_input_is_one_sentence(card: Card, folder: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="unknown condition in small 'B7'"):
        make_card(folder, "B7")
    with pytest.raises(BadInput, match="the conformance verdict is on B5, not on B0"):
        make_card(folder, "B0", VERDICT)
    with pytest.raises(BadInput, match="is not a sealed run"):
        make_card(tmp_path, "B0")
    (tmp_path / "card.json").write_text('{"condition": 1}')
    with pytest.raises(BadInput, match=r"card card\.json is none: its condition is wrong"):
        read_card(tmp_path / "card.json")
    with pytest.raises(BadInput, match=r"card none\.json cannot be read"):
        read_card(tmp_path / "none.json")
