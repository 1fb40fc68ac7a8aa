"""What memories in one process share: results of pure functions, bounded, and nobody's state."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from dreambench_lib import memory
from dreambench_lib.memory.index import LISTED, Postings
from dreambench_lib.memory.probe import extract as rules
from dreambench_lib.memory.probe import kept, readings
from dreambench_lib.memory.probe.facts import said
from dreambench_lib.memory.probe.items import Item
from dreambench_lib.memory.probe.probe import Probe
from dreambench_lib.memory.probe.typed import statement
from dreambench_lib.memory.protocol import Space
from dreambench_lib.memory.remember import SHORT, remembered
from dreambench_lib.records import Episode

from .scenes import V, W, episode, note
from .test_probe import KINDS, histories, lived

KNOWN = frozenset({"ledger", "courier"})
NOTE = note("a", f"Notice N-204: the closing line is {V}, for the express channel only.")
OTHER = note("b", f"The closing line becomes {W}.", 2)


def caches() -> Iterator[tuple[str, Callable[[], dict[str, object]]]]:
    for found in pkgutil.walk_packages(memory.__path__, "dreambench_lib.memory."):
        if ".external" in found.name:  # modules of other environments
            continue
        for name, value in vars(importlib.import_module(found.name)).items():
            if hasattr(value, "cache_parameters"):
                yield f"{found.name}.{name}", value.cache_parameters


def test_caches_are_bounded() -> None:
    found = dict(caches())
    assert "dreambench_lib.memory.probe.readings.extract" in found
    unbounded = {name for name, told in found.items() if told()["maxsize"] is None}
    assert unbounded == {"dreambench_lib.memory.probe.schema._blank"}  # it takes no argument


def test_of_long_texts_only_the_last_few_are_kept() -> None:
    looked = Counter[str]()

    @remembered(1 << 10)
    def size(text: str) -> int:
        looked[text[:9]] += 1
        return len(text)

    texts = [f"{kind}{i:05}" + "x" * more for i in range(99) for kind, more in KINDS_OF_TEXT]
    for text in texts + texts:
        assert size(text) == len(text)
    assert {name[:4]: times for name, times in looked.items()} == {"note": 1, "diff": 2}


KINDS_OF_TEXT = (("note", 0), ("diff", SHORT))


@settings(deadline=None, max_examples=40)
@given(histories(), st.integers(1, 9))
def test_what_is_read_once_is_what_would_be_read_again(history: list[Episode], tick: int) -> None:
    for one in history:
        for told in one.notes:
            again = tuple(rules.extract(told, one.id, tick, KNOWN))
            assert readings.extract(told, one.id, tick, KNOWN) == again
            assert readings.capsule(told, one.id, tick, KNOWN) == rules.capsule(
                told, one.id, tick, KNOWN
            )
            for item in again:
                narrowed = item.model_copy(update={"narrowed_to": ("express",)})
                assert [said(item), said(narrowed)] == [statement(item), statement(narrowed)]


def test_each_memory_has_its_own_episode_and_tick() -> None:
    first, *_ = readings.extract(NOTE, "e1", 1, KNOWN)
    second, *_ = readings.extract(NOTE, "e2", 5, KNOWN)
    assert (first.provenance.trajectory_ids, first.created_at) == (("e1",), 1)
    assert (second.provenance.trajectory_ids, second.created_at) == (("e2",), 5)
    with pytest.raises(ValidationError, match="frozen"):
        first.status = "deleted"  # type: ignore[misc]
    with pytest.raises(ValidationError, match="frozen"):
        first.provenance.file_paths = ("x",)  # type: ignore[misc]


def probe(folder: Path, *episodes: Episode) -> Probe:
    folder.mkdir()
    made = Probe(Space(folder, "t"))
    for one in episodes:
        made.write(one)
        made.sleep()
    return made


def test_nothing_that_one_memory_does_is_seen_by_another(tmp_path: Path) -> None:
    alone = probe(tmp_path / "alone", episode(1, NOTE)).store.dump()
    first = probe(tmp_path / "first", episode(1, NOTE))
    second = probe(tmp_path / "second", episode(1, NOTE))
    item = next(iter(first.store.items.values()))
    first.store.alter(item, {"status": "deleted"}, "test", "gone")
    first.write(episode(2, OTHER))
    first.sleep()
    assert second.store.dump() == alone
    assert probe(tmp_path / "third", episode(1, NOTE)).store.dump() == alone
    # Both are told the same from here on, and go on from what each of them holds.
    second.write(episode(2, OTHER))
    second.sleep()
    both = probe(tmp_path / "both", episode(1, NOTE), episode(2, OTHER)).store.dump()
    assert second.store.dump() == both
    assert first.store.dump() != both


@settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(histories(), st.sampled_from(KINDS), st.integers(0, 4))
def test_a_shared_repair_is_what_a_memory_of_its_own_would_come_to(
    monkeypatch: pytest.MonkeyPatch, history: list[Episode], kind: type[Probe], shared: int
) -> None:
    """Also where a memory leaves it midway, having been told too much."""
    dump = lived(history, kind).store.dump()
    with monkeypatch.context() as patch:
        patch.setattr(kept, "SHARED", shared)
        assert lived(history, kind).store.dump() == dump


def test_a_shared_repair_is_never_changed() -> None:
    def told(*texts: str) -> list[Item]:
        return [i for t in texts for i in rules.extract(note(t, t), "e", 1, KNOWN)]

    def as_is(item: Item) -> Item:
        return item

    first, second = kept.Kept(as_is, None), kept.Kept(as_is, None)
    old, new = told(f"The closing line is {V}."), told(f"The header id becomes {W}.")
    first.update(old, ())
    second.update(old, ())
    shared, outcome = first.repair, first.repair.outcome()
    assert second.repair is shared
    first.update(new, {old[0].id})
    second.update(new, ())
    assert first.repair is not second.repair
    assert shared.outcome() == outcome
    assert set(shared.facts) == {old[0].id}


def test_few_sets_of_words_are_counted_as_many_are() -> None:
    words = Postings()
    sets = [frozenset(f"w{i * k % 7}" for k in range(i % 5)) for i in range(LISTED + 5)]
    asked = frozenset({"w1", "w2", "w6", "other"})
    for count, one in enumerate(sets, 1):
        words.add(one)
        if count in (1, LISTED, LISTED + 1, LISTED + 5):
            assert words.shared(asked).tolist() == [len(asked & held) for held in sets[:count]]
