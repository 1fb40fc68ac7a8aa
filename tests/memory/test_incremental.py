"""A sleep does what is new and what it bears on, and comes to what doing everything would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreambench_lib.memory.probe.extract import extract
from dreambench_lib.memory.probe.items import Item
from dreambench_lib.memory.probe.operators import Operator
from dreambench_lib.memory.probe.probe import Probe
from dreambench_lib.memory.probe.repair import Outcome, Repair, repair
from dreambench_lib.memory.probe.slots import WIDTH
from dreambench_lib.memory.probe.store import Store
from dreambench_lib.records import Episode

from .scenes import episode, note
from .test_probe import KINDS, histories, lived, made
from .whole_repair import whole


def facts(history: list[Episode]) -> list[Item]:
    known = frozenset({"ledger", "courier"})
    found = {i.id: i for e in history for n in e.notes for i in extract(n, e.id, 1, known)}
    return list(found.values())


def decided(outcome: Outcome) -> tuple[object, ...]:
    scopes = {identity: tuple(scope) for identity, scope in outcome.scopes.items()}
    return outcome.fates, scopes, outcome.conflicts


def links(state: Repair, identity: str) -> tuple[object, ...]:
    return (
        state.fate(identity), state.scope(identity), state.clashes(identity),
        frozenset(state.replaced(identity)),
    )  # fmt: skip


@settings(deadline=None, max_examples=60)
@given(histories(), st.randoms(use_true_random=False))
def test_a_repair_kept_up_is_a_repair_of_everything(history: list[Episode], draw: object) -> None:
    """Facts come in any order, a few at a time; some go, and some of those come back."""
    items = facts(history)
    draw.shuffle(items)  # type: ignore[attr-defined]
    state, present, told = Repair(), dict[str, Item](), dict[str, tuple[object, ...]]()
    waiting = items
    while waiting:
        came = [waiting.pop() for _ in range(min(len(waiting), draw.randint(1, 4)))]  # type: ignore[attr-defined]
        went = draw.sample(sorted(present), min(len(present), draw.randint(0, 2)))  # type: ignore[attr-defined]
        changed = state.update(came, went)
        gone = [present.pop(identity) for identity in went]
        waiting += gone if draw.random() < 0.3 else []  # type: ignore[attr-defined]
        present |= {item.id: item for item in came}
        assert decided(state.outcome()) == decided(whole(present.values()))
        now = {identity: links(state, identity) for identity in present}
        nothing = (None, None, frozenset(), frozenset())
        differ = {identity for identity in now if told.get(identity, nothing) != now[identity]}
        assert differ <= changed
        told = now
    assert decided(repair(present.values())) == decided(whole(present.values()))


CROWD = [
    f"The {a} {b} {'becomes' if place % 3 else 'is'} QX-{place}a-{place % 5}."
    for place, (a, b) in enumerate(
        (a, b) for a in ("closing", "opening", "express") for b in ("line", "code", "mark", "id")
    )
]


@settings(deadline=None, max_examples=25)
@given(st.lists(st.sampled_from(CROWD), min_size=2 * WIDTH, max_size=5 * WIDTH), st.booleans())
def test_and_so_where_more_is_near_than_is_looked_at(texts: list[str], newest: bool) -> None:
    """More slots share a word than a fact is compared with, so which ones depends on the order."""
    items = [
        item
        for place, text in enumerate(texts)
        for item in extract(
            note(f"n{place}", text, 1 + place % 9, date=f"2026-01-{1 + place % 28:02}"), "e", 1,
            frozenset(),
        )
    ]  # fmt: skip
    state = Repair()
    for item in items if newest else reversed(items):
        state.update([item])
    assert decided(state.outcome()) == decided(whole(items))
    for item in items[::3]:
        state.update((), [item.id])
    left = [item for place, item in enumerate(items) if place % 3]
    assert decided(state.outcome()) == decided(whole(left))


def forgetful(operator: Operator) -> Operator:
    """The operator as if it had never run: everything is new to it."""

    def run(store: Store, new: Sequence[Episode]) -> None:
        store.forget()
        operator(store, new)

    return run


@settings(deadline=None, max_examples=40)
@given(histories(), st.sampled_from(KINDS))
def test_a_sleep_over_what_is_new_leaves_what_one_over_everything_leaves(
    history: list[Episode], kind: type[Probe]
) -> None:
    class Whole(kind):  # type: ignore[misc, valid-type]
        operators = tuple(map(forgetful, kind.operators))

    assert lived(history, kind).store.dump() == lived(history, Whole).store.dump()


def word(number: int) -> str:
    return "".join(chr(ord("b") + int(digit)) for digit in f"{number:05}")


def session(number: int, notes: int = 8) -> Episode:
    """New versions of the things of the last session, or every third time, new things."""
    era = number // 3
    things = (f"{word(era)} {word(7 * era * notes + place + 1)}" for place in range(notes))
    return episode(
        number,
        *(
            note(
                f"n{number}-{place}", f"The {thing} is QX-{number}k-{place}.", number,
                date=f"{2000 + number}-01-01",
            )
            for place, thing in enumerate(things)
        ),
    )  # fmt: skip


def last_sleep(sessions: int) -> Counter[str]:
    """What the sleep after one more session did: facts compared, items written."""
    probe, done = made(Probe), Counter[str]()
    for number in range(1, sessions + 1):
        probe.write(session(number))
        probe.sleep()
    kept = probe.store.shelf["repair_fields"].repair  # type: ignore[attr-defined]
    compared, changes = kept.outcome().comparisons, len(probe.store.history)
    revise = probe.store.revise

    def counted(item: Item, operator: str, reason: str) -> None:
        done["looked at"] += 1
        revise(item, operator, reason)

    probe.store.revise = counted  # type: ignore[method-assign]
    probe.write(session(sessions + 1))
    probe.sleep()
    done["compared"] = kept.outcome().comparisons - compared
    done["changed"] = len(probe.store.history) - changes
    return done


def test_the_work_of_a_sleep_does_not_grow_with_the_store() -> None:
    small, large = last_sleep(12), last_sleep(48)
    assert small["compared"] > 0
    assert small["changed"] > 8
    assert large == small


@pytest.mark.parametrize("size", [40, 160])
def test_calls_of_a_model_grow_with_the_facts_and_not_with_their_square(size: int) -> None:
    items = facts([session(number) for number in range(1, size // 8 + 1)])
    calls = Counter[tuple[str, str]]()

    def relate(older: Item, newer: Item) -> str:
        calls[older.id, newer.id] += 1
        return "supersedes"

    state = Repair(relate)
    for place in range(0, size, 8):
        state.update(items[place : place + 8])
    # Three versions of each thing: three pairs, each asked once.
    assert set(calls.values()) == {1}
    assert len(items) == size
    assert size * 0.5 < len(calls) <= size
