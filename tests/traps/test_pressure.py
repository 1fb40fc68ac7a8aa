"""Fillers and distractors: deterministic, plausible, and never a value for the trap's slots."""

from __future__ import annotations

import pytest

from dreambench_lib.agents import marks
from dreambench_lib.errors import BadInput
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import Instance, mint
from dreambench_lib.traps.pressure import Dials, minted
from dreambench_lib.traps.pressure.dials import NOTES
from dreambench_lib.traps.solve import solution_files
from dreambench_lib.traps.template import Template

from .conftest import Tiny

KEY = bytes(range(32))
TRAPS = load_traps()
HARD = Dials(pressure=10, distractors=6)
each_trap = pytest.mark.parametrize("trap", TRAPS.values(), ids=TRAPS)


def fillers(trap: Template, pressed: Instance) -> list[str]:
    own = set(mint(trap, KEY, pressed.seed).carried)
    return [note.text for note in pressed.all_notes() if note.id not in own]


@each_trap
def test_nothing_of_the_trap_changes(trap: Template) -> None:
    plain, pressed = mint(trap, KEY, 1), minted(trap, KEY, 1, HARD)
    assert minted(trap, KEY, 1, Dials()) == plain
    assert minted(trap, KEY, 1, HARD).digest == pressed.digest
    assert pressed.values == plain.values
    assert pressed.token == plain.token
    assert pressed.solution() == plain.solution()
    for session in (0, 1):
        kept = [n for n in pressed.notes[session] if n.id in plain.carried]
        assert tuple(kept) == plain.notes[session]
    last, moved = len(trap.sessions), len(trap.sessions) + 10
    assert [c.id for c in pressed.session_checks(moved)] == [
        c.id for c in plain.session_checks(last)
    ]
    assert pressed.template.sessions[-1] == trap.sessions[-1]
    assert len(pressed.notes) == len(pressed.template.crowd) == moved - 1


@each_trap
def test_fillers_come_after_the_evidence_and_state_no_value(trap: Template) -> None:
    pressed = minted(trap, KEY, 1, HARD)
    evidence = max(event.date for event in trap.events).isoformat()
    late = [note for notes in pressed.notes[2:] for note in notes]
    assert len(late) == 10 * NOTES
    assert all(note.date > evidence for note in late)
    assert [note.session for note in late] == sorted(note.session for note in late)
    roles = {note.author for note in pressed.all_notes()}
    values = set(pressed.values.values())
    texts = fillers(trap, pressed)
    assert len(set(texts)) == len(texts) == 10 * NOTES + 6
    for text in texts:
        assert 30 <= len(text.split()) <= 100
        assert "{" not in text
        assert not any(slot.cued(text) and slot.candidates(text) for slot in trap.slots)
        for mark in marks.MARKS:
            assert not marks.uses(mark, text, values, roles, trap.fixture.name), text


@each_trap
def test_filler_work_is_done_by_its_files_and_asked_by_its_check(trap: Template) -> None:
    pressed = minted(trap, KEY, 1, HARD)
    for number, session in enumerate(pressed.template.sessions[2:-1], start=3):
        (check,) = pressed.session_checks(number)
        ((path, text),) = solution_files(session, {}).items()
        assert check.probe.path == path  # type: ignore[union-attr]
        assert all(line in text for line in check.has)
        assert path not in trap.fixture.files
        assert f"`{path}`" in session.prompt


def test_distractors_hold_a_cue(tiny: Tiny) -> None:
    trap = tiny.load()
    pressed = minted(trap, KEY, 1, Dials(distractors=5))
    texts = fillers(trap, pressed)
    assert [len(notes) for notes in pressed.notes] == [11, 10]
    assert all("“closing line”" in text for text in texts)


def test_seeds_and_keys_give_other_fillers(tiny: Tiny) -> None:
    trap = tiny.load()
    one = fillers(trap, minted(trap, KEY, 1, HARD))
    assert not set(one) & set(fillers(trap, minted(trap, KEY, 2, HARD)))
    other = minted(trap, bytes(32), 1, HARD)
    assert not set(one) & {note.text for note in other.all_notes()}


def test_a_longer_run_begins_with_the_shorter_one(tiny: Tiny) -> None:
    """Pressures can be compared pairwise: N = 10 is N = 3 and seven more sessions."""
    trap = tiny.load()
    short, long = (minted(trap, KEY, 1, Dials(pressure=n)) for n in (3, 10))
    assert long.notes[:5] == short.notes


def test_faults_are_named(tiny: Tiny) -> None:
    tiny.head["slot"]["way"] = {
        "ways": ["a", "b"], "cues": ["words"], "default": "a",
    }  # fmt: skip
    tiny.head["ways"] = {"way": {"a": ["words"], "b": ["bb"]}}
    trap = tiny.load()
    slots = tuple(slot.model_copy(update={"cues": ("words",)}) for slot in trap.slots)
    odd = trap.model_copy(update={"slots": slots})
    with pytest.raises(BadInput, match="every filler note offers a value"):
        minted(odd, KEY, 1, Dials(distractors=1))
    bare = trap.fixture.model_copy(update={"files": {"a.py": "x = 1\n", "b.py": "def (:\n"}})
    with pytest.raises(BadInput, match="fixture tiny has no module with public functions"):
        minted(trap.model_copy(update={"fixture": bare}), KEY, 1, Dials(pressure=1))
