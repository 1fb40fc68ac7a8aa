"""Seeds are replicates: whatever a seed may draw differs between seeds, for every shipped trap."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from dreambench_lib.traps.leakage import secrets_of
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import Instance, mint
from dreambench_lib.traps.template import Template

KEY = bytes(range(32))
SEEDS = range(1, 13)
TRAPS = load_traps()


@pytest.fixture(scope="module", params=TRAPS.values(), ids=TRAPS)
def minted(request: pytest.FixtureRequest) -> list[Instance]:
    trap: Template = request.param
    return [mint(trap, KEY, seed) for seed in SEEDS]


def test_no_two_seeds_share_a_secret_a_note_or_a_token(minted: list[Instance]) -> None:
    for one, two in combinations(minted, 2):
        assert not set(secrets_of(one).values()) & set(secrets_of(two).values())
        assert not set(one.carried) & set(two.carried)
        assert one.token != two.token
        assert one.digest != two.digest


def test_every_paraphrase_is_drawn_by_some_seed(minted: list[Instance]) -> None:
    trap = minted[0].template
    plain = [event for event in trap.events if event.carries and not event.each]
    for event in plain:
        opening: Counter[str] = Counter()
        for instance in minted:
            (note, *_) = [n for n in instance.all_notes() if instance.carried[n.id]
                          == event.carries and n.date == event.date.isoformat()]  # fmt: skip
            known = set(instance.values.values()) | set(trap.fixture.people)
            words = [w for w in note.text.split() if not any(v in w for v in known)]
            opening[" ".join(w for w in words if not any(c.isdigit() for c in w))] += 1
        assert len(opening) >= 2, event.name


def test_order_names_numbers_and_filling_notes_differ(minted: list[Instance]) -> None:
    def order(instance: Instance) -> tuple[tuple[str, ...], ...]:
        return tuple(instance.carried[note.id] for note in instance.all_notes())

    def ordinary(instance: Instance) -> frozenset[str]:
        return frozenset(n.text for n in instance.all_notes() if not instance.carried[n.id])

    assert len({order(instance) for instance in minted}) >= 4
    assert len({ordinary(instance) for instance in minted}) == len(minted)
    people = minted[0].template.fixture.people

    def named(instance: Instance) -> tuple[int, ...]:
        everything = " ".join(note.text for note in instance.all_notes())
        return tuple(everything.count(name) for name in people)

    assert len({named(instance) for instance in minted}) > len(minted) // 2
