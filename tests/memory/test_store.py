"""The store: evidence that nothing can change, even past its class; one writer, one namespace."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from shutil import copy

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.memory.conditions import build, condition
from dreambench_lib.memory.probe.faults import (
    DanglingLink,
    EmptyContent,
    EvidenceChanged,
    ForeignNamespace,
    OtherSchema,
    StoreRefused,
    TwoWriters,
)
from dreambench_lib.memory.probe.items import Item, Provenance
from dreambench_lib.memory.probe.operators import OPERATORS
from dreambench_lib.memory.probe.probe import Probe
from dreambench_lib.memory.probe.schema import FILE
from dreambench_lib.memory.probe.store import Store
from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Episode

from .scenes import V, W, ask, episode, note

HISTORY = [
    episode(1, note("a", f"The closing line is {V}. The header id is HX-1-22."), note("b", "Bye.")),
    episode(2, note("c", f"The closing line becomes {W}.", 2)),
]


def live(folder: Path, count: int = 2, kind: type[Probe] = Probe) -> Probe:
    probe = kind(Space(folder, "t"))
    for one in HISTORY[:count]:
        probe.write(one)
        probe.sleep()
    return probe


def item(identity: str = "mem_1", **given: object) -> Item:
    base = {"id": identity, "content": "x", "type": "episodic", "write_reason": "test",
            "provenance": Provenance(), "sources": ("n",)}  # fmt: skip
    return Item.model_validate({**base, **given})


def tables(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(folder / FILE, isolation_level=None)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE episodes SET body = ''",
        "DELETE FROM episodes",
        "INSERT OR REPLACE INTO episodes (id, body) VALUES ('e1', '')",
        "INSERT OR REPLACE INTO episodes (seq, id, body) VALUES (1, 'e9', '')",
        "UPDATE capsules SET id = 'z'",
        "DELETE FROM capsules",
        "REPLACE INTO capsules (seq, id, body) VALUES (1, 'z', '')",
        "DELETE FROM items",
        "UPDATE items SET evidence = ''",
        "UPDATE items SET id = 'z'",
        "REPLACE INTO items (seq, id, evidence, status, body) VALUES (1, 'z', '', '', '')",
        "UPDATE history SET body = ''",
        "DELETE FROM history",
        "REPLACE INTO history (seq, body) VALUES (1, '')",
        "UPDATE faults SET kind = ''",
        "UPDATE clock SET tick = 0",
    ],
)
def test_the_database_itself_refuses(sql: str, tmp_path: Path) -> None:
    probe = live(tmp_path)
    probe.store.count(EmptyContent("x"), "test")
    probe.store.close()
    database = tables(tmp_path)
    with pytest.raises(sqlite3.IntegrityError, match=r"append-only|softly|changed|forward"):
        database.execute(sql)


def test_a_store_that_is_opened_again_is_the_same(tmp_path: Path) -> None:
    first = live(tmp_path)
    dump, recalls = first.store.dump(), ask(first)
    found = [[i.id for i in group] for group in first.store.groups()]
    first.store.close()
    again = Probe(Space(tmp_path, "t"))
    assert again.store.dump() == dump
    assert ask(again) == recalls
    assert (again.store.tick, again.store.latest) == (2, "2026-02-01")
    assert [[i.id for i in group] for group in again.store.groups()] == found
    again.sleep()
    assert again.store.dump() == dump


def test_what_was_written_and_not_slept_on_is_worked_on_later(tmp_path: Path) -> None:
    probe = live(tmp_path, 1)
    probe.write(HISTORY[1])
    probe.store.close()
    again = Probe(Space(tmp_path, "t"))
    assert again.store.new == (HISTORY[1],)
    again.sleep()
    (tmp_path / "other").mkdir()
    assert again.store.dump() == live(tmp_path / "other").store.dump()


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    probe = live(tmp_path, 1)
    with pytest.raises(TwoWriters, match="one writer at a time"):
        Store(Space(tmp_path, "t"))
    probe.store.close()
    Store(Space(tmp_path, "t")).close()


def test_a_store_of_another_namespace_is_refused(tmp_path: Path) -> None:
    live(tmp_path, 1).store.close()
    with pytest.raises(ForeignNamespace, match="'t', not to 'u'"):
        build(condition("DF-hybrid-rules"), Space(tmp_path, "u"))
    Store(Space(tmp_path, "t")).close()


def test_a_store_of_another_schema_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    live(tmp_path, 1).store.close()
    database = tables(tmp_path)
    database.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    database.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(OtherSchema, match="schema '99', this program writes 2"):
        Store(Space(tmp_path, "t"))
    assert (tmp_path / FILE).read_bytes() == before


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"not a database, but long enough to be looked at" * 50)
    with pytest.raises(OtherSchema, match="is no store of ours"):
        Store(Space(tmp_path, "t"))
    with pytest.raises(StoreRefused, match="is no folder"):
        Store(Space(tmp_path / "nowhere", "t"))
    other = tmp_path / "other"
    other.mkdir()
    tables(other).execute("CREATE TABLE meta (key, value)")
    with pytest.raises(OtherSchema, match="schema None"):
        Store(Space(other, "t"))


def test_a_link_to_nothing_is_refused_and_leaves_no_trace(tmp_path: Path) -> None:
    store = Store(Space(tmp_path, "t"))
    for name in ("supersedes", "superseded_by", "contradicts"):
        with pytest.raises(DanglingLink, match="'mem_9', which is not held"):
            store.add(item(**{name: ("mem_9",)}), "test")
    assert not store.items
    assert not store.history
    store.add(item(), "test")
    store.add(item("mem_2", supersedes=("mem_1",)), "test")
    with pytest.raises(DanglingLink):
        store.revise(item(superseded_by=("mem_3",)), "test", "")


def test_a_step_that_fails_is_taken_back_whole(tmp_path: Path) -> None:
    probe = live(tmp_path)
    store, dump = probe.store, probe.store.dump()
    recalls = ask(probe)

    def fail() -> None:
        with store.step():
            store.add_capsule(item("mem_1"))
            store.add(item("mem_2", sources=("m",)), "test")
            held = next(iter(store.items.values()))
            store.revise(held.model_copy(update={"status": "deleted"}), "test", "gone")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert store.dump() == dump
    assert ask(probe) == recalls
    store.add(item("mem_3", sources=("k",), content="zebra"), "test")
    assert [i.id for i in list(store.groups())[-1]] == ["mem_3"]


def test_a_sleep_with_a_failed_step_keeps_its_tick_and_its_other_steps(tmp_path: Path) -> None:
    class Failing(Probe):
        operators = (*OPERATORS[:2], dangling, *OPERATORS[2:])

    probe = live(tmp_path, kind=Failing)
    dump, faults = probe.store.dump(), probe.store.faults
    assert (probe.store.tick, probe.store.new) == (2, ())
    assert faults == {"dangling link": 2}
    assert {change.tick for change in probe.store.history} == {1, 2}
    probe.store.close()
    again = Store(Space(tmp_path, "t"))
    assert (again.dump(), again.faults, again.tick) == (dump, faults, 2)


def dangling(store: Store, new: Sequence[Episode]) -> None:
    store.add(item("mem_1"), "dangling")
    store.add(item("mem_2", supersedes=("mem_9",)), "dangling")


def test_a_sleep_that_was_killed_is_slept_again(tmp_path: Path) -> None:
    """What is on the disk while an operator runs is what was there before the sleep."""
    before, after = tmp_path / "before", tmp_path / "after"

    class Watched(Probe):
        operators = (*OPERATORS, lambda store, new: copy(before / FILE, after / FILE))

    for folder in (before, after):
        folder.mkdir()
    probe = live(before, 1, Watched)
    again = Probe(Space(after, "t"))
    assert again.store.new == (HISTORY[0],)
    assert not again.store.items
    again.sleep()
    assert again.store.dump() == probe.store.dump()


def test_every_change_has_its_operator_and_reason(tmp_path: Path) -> None:
    store = live(tmp_path).store
    gone = [change for change in store.history if change.status == "superseded"]
    # Put away by repair; then its staleness is brought up to date.
    assert [(c.tick, c.operator) for c in gone] == [(2, "repair_fields"), (2, "suppress_stale")]
    assert gone[0].reason.startswith("supersedes by mem_")
    assert all(change.operator and change.reason for change in store.history)


def test_other_content_under_a_known_id_is_refused(tmp_path: Path) -> None:
    store = live(tmp_path).store
    changed = HISTORY[0].model_copy(update={"output": "z"})
    with pytest.raises(EvidenceChanged, match="give it its own id"):
        store.append(changed)
    assert isinstance(EvidenceChanged("x"), BadInput)
    assert store.episodes["e1"] == HISTORY[0]
