"""Tables derived from records: which facts an item brings, and the columns users rely on."""

from __future__ import annotations

import csv
import io

from dreambench_lib.harness.export import COLUMNS, OPTIONAL, facts_of, harmful, tables
from dreambench_lib.records import CellKey, CellRecord, ShownItem
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import Instance, mint

KEY = bytes(32)


def instance(trap: str) -> Instance:
    return mint(load_traps()[trap], KEY, 1)


def item(text: str, *sources: str) -> ShownItem:
    return ShownItem(
        rank=1, text=text, sources=sources, status="active", score=None, shown=True,
        decision="", words=1,
    )  # fmt: skip


def test_a_whole_note_brings_all_its_facts() -> None:
    for trap in ("C1-envelope", "C3-withdrawn", "C5-narrowed"):
        minted = instance(trap)
        for note in minted.all_notes():
            facts = sorted(minted.carried[note.id])
            assert facts_of(item(f"[kept] {note.text} (twice)", note.id), minted) == facts


def test_a_part_of_a_note_brings_only_what_it_states() -> None:
    minted = instance("C5-narrowed")
    [general] = [n for n in minted.all_notes() if "mark.real" in minted.carried[n.id]]
    value = minted.values["mark.real"]
    assert facts_of(item("they wrote about a mark", general.id), minted) == []
    assert facts_of(item(f"the mark is {value}", general.id), minted) == ["mark.real"]
    assert set(minted.carried[general.id]) > {"mark.real"}


def test_the_ideal_sentences_bring_their_facts() -> None:
    for trap in load_traps().values():
        minted = mint(trap, KEY, 1)
        for fact, sentence, sources in minted.says():
            assert facts_of(item(sentence, *sources), minted) == [fact]


def test_without_sources_facts_come_from_minted_values() -> None:
    minted = instance("C1-envelope")
    [(fact, value)] = [(f, v) for f, v in minted.values.items() if f.endswith("real") or "." in f]
    assert facts_of(item(f"it is {value}, they said"), minted) == [fact]
    assert facts_of(item("nothing of the kind"), minted) == []


def test_harm_follows_the_status() -> None:
    withdrawn = load_traps()["C3-withdrawn"]
    harm = {fact.id for fact in withdrawn.facts if harmful(fact.id, withdrawn)}
    assert harm == {f.id for f in withdrawn.facts if f.status == "superseded"}
    foreign = load_traps()["C10-foreign"]
    assert any(harmful(fact.id, foreign) for fact in foreign.facts if fact.status == "irrelevant")


def test_a_cell_that_stopped_early_still_has_its_row() -> None:
    minted = instance("C9-upload")
    record = CellRecord(
        key=CellKey("B0", "reader-literal", "C9-upload", 1), failed_party="infra", detail="x"
    )
    made = tables([record], lambda _: minted, [minted.template])
    assert set(made) == set(COLUMNS) - set(OPTIONAL)
    [row] = csv.DictReader(io.StringIO(made["cells"]))
    assert row["failed_party"] == "infra"
    assert row["passed"] == "0"
    assert made["checks"].count("\n") == 1
