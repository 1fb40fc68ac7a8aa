"""Minting: a pure function of (key, trap, seed), and every seed a real replicate."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dreambench_lib.errors import BadInput
from dreambench_lib.traps.keys import Stream, fresh_key, parse_key
from dreambench_lib.traps.mint import mint
from dreambench_lib.traps.slots import CLASSES, bits, form_regex, mint_value, names_in
from dreambench_lib.traps.template import Template

from .conftest import Tiny

keys = st.binary(min_size=32, max_size=32)
seeds = st.integers(0, 10_000)
quick = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
atoms = st.tuples(st.integers(1, 9), st.sampled_from(sorted(CLASSES))).map(
    lambda atom: f"{{{atom[0]}{atom[1]}}}"
)
frames = st.text("abXY-._/<>:", min_size=0, max_size=4)
forms = st.lists(st.tuples(frames, atoms), min_size=1, max_size=3).map(
    lambda parts: "".join(frame + atom for frame, atom in parts)
)


@pytest.fixture(scope="module")
def trap(tmp_path_factory: pytest.TempPathFactory) -> Template:
    folder: Path = tmp_path_factory.mktemp("mint")
    return Tiny(folder).load()


@quick
@given(keys, seeds)
def test_same_key_and_seed_same_instance(trap: Template, key: bytes, seed: int) -> None:
    first, second = mint(trap, key, seed), mint(trap, key, seed)
    assert first.digest == second.digest
    assert first.token == second.token
    assert first.notes == second.notes


@quick
@given(keys, seeds)
def test_seeds_differ_in_everything_that_is_drawn(trap: Template, key: bytes, seed: int) -> None:
    first, second = mint(trap, key, seed), mint(trap, key, seed + 1)
    minted = [name for name in first.values if "." in name]
    assert all(first.values[name] != second.values[name] for name in minted)
    assert first.token != second.token
    assert not {n.id for n in first.all_notes()} & {n.id for n in second.all_notes()}
    assert [n.text for n in first.all_notes()] != [n.text for n in second.all_notes()]


@quick
@given(keys, seeds)
def test_keys_differ(trap: Template, key: bytes, seed: int) -> None:
    other = bytes([key[0] ^ 1]) + key[1:]
    assert mint(trap, key, seed).digest != mint(trap, other, seed).digest


@quick
@given(keys, seeds)
def test_an_instance_is_whole(trap: Template, key: bytes, seed: int) -> None:
    instance = mint(trap, key, seed)
    notes = instance.all_notes()
    assert [len(session) for session in instance.notes] == list(trap.crowd)
    assert not any(names_in(note.text) for note in notes)
    assert len({note.id for note in notes}) == len(notes)
    assert len({note.text for note in notes}) == len(notes)
    assert {f for facts in instance.carried.values() for f in facts} == {f.id for f in trap.facts}
    for event in trap.events:
        if event.order is not None:
            (place,) = [n for n in notes if event.carries == instance.carried[n.id]]
            assert place.session == event.after
    order = [instance.carried[n.id] for n in instance.notes[0] if instance.carried[n.id]]
    ordered = [facts[0] for facts in order if facts[0] != "close.page"]
    assert ordered == ["close.zero", "close.first"]
    assert not any(names_in(check.model_dump_json()) for check in instance.checks)


def test_every_paraphrase_and_every_place_occurs(trap: Template) -> None:
    key = bytes(32)
    said = set()
    places = set()
    for seed in range(60):
        instance = mint(trap, key, seed)
        for place, note in enumerate(instance.notes[0]):
            if instance.carried[note.id] == ("close.page",):
                places.add(place)
                said.add(note.text.replace(instance.values["close.page"], ""))
    assert len(said) == 3
    assert places == set(range(8))


@quick
@given(forms, keys)
def test_values_match_their_form_once(form: str, key: bytes) -> None:
    value = mint_value(form, Stream(key, "x").below)
    found = form_regex(form)
    # A form may begin or end with a sign; only letters and digits must not touch it.
    text = f"({value})!"
    assert found.findall(text) == [value]
    if value[-1].isalnum():
        assert value not in found.findall(f"{value}9 ")
    if value[0].isalnum():
        assert value not in found.findall(f" z{value}")
    assert bits(form) > 0


def test_bits() -> None:
    assert bits("<{4D}>") == pytest.approx(13.29, abs=0.01)
    assert bits("CL-{5H}") == 20.0
    assert bits("none") == 0.0


def test_keys_are_refused_with_a_remedy() -> None:
    assert len(parse_key(fresh_key())) == 32
    for text in ("", "ab", "g" * 64, "a" * 63 + " ", "00 " * 32):
        with pytest.raises(BadInput, match="omit --key for a fresh one"):
            parse_key(text)


def test_what_an_instance_says_is_worked_out_once_and_cannot_be_spoilt(trap: Template) -> None:
    instance = mint(trap, bytes(32), 1)
    said = instance.says()
    instance.says().clear()
    assert instance.says() == said
    last = len(trap.sessions)
    assert instance.session_checks(last) is instance.session_checks(last)
    assert [c for n in range(last + 2) for c in instance.session_checks(n)] == sorted(
        instance.checks, key=lambda check: check.session
    )
