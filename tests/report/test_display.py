"""Records in a notebook: a card each, one line in a console, and no markup of others' making."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.lookup import records_of
from dreambench_lib.memory.probe.items import Fact, Item, Provenance
from dreambench_lib.records import Note, Recall, Verdict
from dreambench_lib.report import frames as folds
from dreambench_lib.report.comparing import comparisons
from dreambench_lib.report.display import as_html, register, short
from dreambench_lib.report.display.register import CARDS
from dreambench_lib.traps.keys import parse_key
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import mint
from tests.report.viewer.parts import HOSTILE, part

KEY = parse_key("11" * 32)


@pytest.fixture(scope="module")
def things(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """One of each kind that has a card, by the kind's name."""
    folder = tmp_path_factory.mktemp("display") / "small"
    plan, records = part(folder, conditions=("B0", "B5"))
    trap = load_traps()["C3-withdrawn"]
    tests = comparisons(folds.load(folder), "B5", "B0")
    found = [
        plan, trap, mint(trap, KEY, 1), tests["needs"], records[0], records[0].sessions[0].notes[0],
        Recall(text="x"), records[-1].sessions[-1].recalls[0], records[0].sessions[-1].verdict,
        Item(id="mem_1", content="Use QX-1.", type="constraint", write_reason="value read by rule",
             provenance=Provenance(human_feedback_ids=("n1",)),
             author="ops", date="2026-01-05", fact=Fact(kind="value", key=("mark",), value="QX-1")),
    ]  # fmt: skip
    return {type(one).__name__: one for one in found}


@pytest.fixture(scope="module")
def shell() -> Any:
    """An IPython of our own that knows the cards."""
    made = InteractiveShell()
    assert register(made)
    return made


class Balance(HTMLParser):
    """Whether every element that is opened is closed, and which there are."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)
        self.seen.add(tag)
        assert [name for name, _ in attrs if name not in ("style", "class")] == []

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_every_kind_is_here(things: dict[str, Any]) -> None:
    assert set(things) == {kind.__name__ for kind in CARDS}


@pytest.mark.parametrize("name", sorted(kind.__name__ for kind in CARDS))
def test_ipython_shows_a_card_and_one_line(things: dict[str, Any], shell: Any, name: str) -> None:
    data, _ = shell.display_formatter.format(things[name])
    assert data["text/html"] == as_html(things[name])
    assert data["text/plain"] == short(things[name])
    assert "\n" not in data["text/plain"]
    assert 5 < len(data["text/plain"]) < 200
    page = Balance()
    page.feed(data["text/html"])
    assert page.open == []
    assert "table" in page.seen


def test_a_list_of_records_is_a_list_of_lines(things: dict[str, Any], shell: Any) -> None:
    data, _ = shell.display_formatter.format([things["Comparison"], things["Item"]])
    assert short(things["Comparison"]) in data["text/plain"]
    assert "text/html" not in data


def test_a_comparison_says_what_its_test_says(things: dict[str, Any]) -> None:
    one = things["Comparison"]
    shown = as_html(one)
    assert f"{one.p_exact.numerator}/{one.p_exact.denominator} = {one.p:.4g}" in shown
    assert f'<td style="text-align:left;vertical-align:top">{one.D:+d}</td>' in shown
    assert "exploratory" in short(one)
    assert "never evidence of equivalence" in shown


def test_a_card_of_a_run_names_the_readers(things: dict[str, Any]) -> None:
    assert "reader-careful (simulated reader)" in as_html(things["Plan"])
    assert short(things["Plan"]).endswith("24 cells planned")


def test_what_is_sealed_stays_out_of_an_instance(things: dict[str, Any]) -> None:
    made = things["Instance"]
    without_notes = re.sub(r"<table><thead>.*", "", as_html(made))
    assert len(made.values) > 1
    for fact, value in made.values.items():
        assert value not in without_notes
        assert "." not in fact or fact not in as_html(made)


def test_a_cell_says_its_outcome(things: dict[str, Any]) -> None:
    one = things["CellRecord"]
    assert short(one) == "B0/reader-careful/C1-envelope/1: failed"
    bad = next(c for c in one.sessions[-1].verdict.checks if not c.passed)
    assert bad.id in as_html(one)
    out = one.model_copy(update={"failed_party": "infra"})
    assert short(out).endswith("excluded, infra failed")


def test_hostile_text_is_only_text() -> None:
    note = Note(id=HOSTILE, text=HOSTILE, session=1, date=HOSTILE, author=HOSTILE, about=HOSTILE)
    for shown in (as_html(note), as_html(Recall(text=HOSTILE, decision=HOSTILE))):
        page = Balance()
        page.feed(shown)
        assert page.seen == {"p", "strong", "table", "tbody", "tr", "th", "td"}
        assert not set("\u202e\u2066\x1b\x00\u200b") & set(shown)
    assert "\n" not in short(note)


def test_what_has_no_card_is_named() -> None:
    with pytest.raises(BadInput, match="a dict has no card: give one of CellRecord, Comparison"):
        short({})
    assert short(Verdict(checks=())) == "failed: 0 of 0 checks"


def test_outside_ipython_nothing_happens() -> None:
    assert register() is False


def test_records_of_a_run_are_cards_too(things: dict[str, Any], tmp_path: Path) -> None:
    part(tmp_path / "run", conditions=("B5",), traps=("C1-envelope",))
    _, _, records = records_of(tmp_path / "run")
    assert [short(one).split(":")[0] for one in records] == [
        f"B5/reader-careful/C1-envelope/{seed}" for seed in (1, 2, 3)
    ]
