"""The held-out paraphrases: complete, well formed, readable, and no part of any trap."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.agents import marks
from dreambench_lib.agents.bench import reader_bench
from dreambench_lib.errors import BadInput
from dreambench_lib.harness.trap_set import trap_set_digest
from dreambench_lib.traps import load, rules
from dreambench_lib.traps.bench import Course, carriers
from dreambench_lib.traps.faults import told
from dreambench_lib.traps.held_out import (
    HeldOut,
    faults,
    load_held_out,
    overlap,
    texts_digest,
    told_events,
    with_held_out,
)
from dreambench_lib.traps.lint import LINTS, texts
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.template import Template

TRAPS = load_traps()
FOUND = load_held_out(TRAPS)
KEY = bytes(range(32))
TELLING = (
    "Before the holidays the carrier wrote to everybody again, this time in green, and asked that "
    "the closing line of whatever leaves this house be {{%s}} and never anything shorter. The "
    "rest of that letter dealt with parking, umbrellas and a lost glove. Please hang a copy beside "
    "the coffee machine, where even people with little time will come by."
)


def _never(*_: object) -> Any:
    raise AssertionError("nothing is judged here")


def _course(trap: Template) -> Course:
    return Course(with_held_out(trap, FOUND[trap.id]), reader_bench(_never, KEY, [1]))


def test_every_note_with_a_fact_has_one_text() -> None:
    assert set(FOUND) == set(TRAPS)
    for trap in TRAPS.values():
        assert set(FOUND[trap.id].texts) == {event.name for event in trap.events if event.carries}


def test_no_held_out_text_is_one_of_the_paraphrases() -> None:
    for trap in TRAPS.values():
        known = {" ".join(text.split()) for texts in trap.texts.values() for text in texts}
        assert not known & {" ".join(text.split()) for text in FOUND[trap.id].texts.values()}


@pytest.mark.parametrize("trap_id", TRAPS)
def test_the_lints_of_words_hold_for_them_too(trap_id: str) -> None:
    course = _course(TRAPS[trap_id])
    # `texts` asks for three paraphrases a note: here there is one by design.
    failed = [found for lint in LINTS if lint is not texts and not (found := lint(course)).passed]
    assert not failed


@pytest.mark.parametrize("trap_id", TRAPS)
def test_the_readers_read_from_a_lone_note_what_it_states(trap_id: str) -> None:
    course = _course(TRAPS[trap_id])
    trap, instance = course.template, course.instance(1)
    values = set(instance.values.values())
    for event in told_events(trap):
        stated = told(trap, event)
        for note in carriers(instance):
            if {fact.split("@")[0] for fact in instance.carried[note.id]} != set(event.carries):
                continue
            literal = course.fills(instance, "literal", rules.alone_bare(note))
            careful = course.fills(instance, "careful", rules.alone_bare(note))
            for slot in stated:
                said = {
                    instance.values[fact]
                    for fact in instance.carried[note.id]
                    if fact.startswith(f"{slot}.")
                }
                assert literal[slot] in said
                if event.mark not in ("foreign", "only"):
                    assert careful[slot] in said - marks.struck_in(note.text, values)


def test_the_loader_and_the_set_digest_do_not_know_the_folder(tiny: Any) -> None:
    trap = tiny.load()
    load._all.cache_clear()
    before = trap_set_digest(load_traps(tiny.root).values())
    _write(tiny.root, _texts(trap))
    load._all.cache_clear()
    after = load_traps(tiny.root)
    assert list(after) == [trap.id]
    assert trap_set_digest(after.values()) == before
    assert load_held_out(after, tiny.root)[trap.id].texts == _texts(trap)


def _texts(trap: Template) -> dict[str, str]:
    story = " ".join(TELLING.replace("the closing line of", "the last line of").split())
    return {
        event.name: (TELLING if told(trap, event) else story)
        .replace("{{%s}}", "as before" if "notice" in event.carries[0] else "{{%s}}")
        .replace("%s", event.carries[0])
        for event in trap.events
        if event.carries
    }


def _write(root: Path, texts: dict[str, str], trap_id: str = "T3-tiny", head: str = "") -> None:
    folder = root / "held-out"
    folder.mkdir(exist_ok=True)
    lines = [f'{name} = "{text}"' for name, text in texts.items()]
    (folder / f"{trap_id}.toml").write_text(head + "[text]\n" + "\n".join(lines), encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "told_fault"),
    [
        ({"zero": None}, "event zero has no text: write one"),
        ({"ghost": TELLING}, "no event 'ghost' with facts: use one of zero"),
        ({"zero": TELLING % "close.first"}, "event zero does not show {{close.zero}}"),
        ({"zero": TELLING % "close.first"}, "shows {{close.first}}, which is none of its facts"),
        ({"zero": "Closing line: {{close.zero}}."}, "event zero has 3 words, not 45 to 95"),
        ({"zero": TELLING % "close.zero" + " Not CL-abcde-123."}, "holds 'CL-abcde-123', a value"),
        ({"zero": TELLING % "close.zero" + " {{each}}"}, "shows {{each}}"),
    ],
)  # fmt: skip
def test_a_malformed_text_is_refused(
    tiny: Any, change: dict[str, str | None], told_fault: str
) -> None:
    trap = tiny.load()
    texts = {**_texts(trap), **change}
    _write(tiny.root, {name: text for name, text in texts.items() if text})
    with pytest.raises(BadInput) as refused:
        load_held_out({trap.id: trap}, tiny.root)
    assert str(refused.value).startswith("held-out texts of T3-tiny: ")
    assert told_fault in str(refused.value)


def test_a_text_that_repeats_a_paraphrase_is_refused(tiny: Any) -> None:
    trap = tiny.load()
    copied = trap.texts["zero"][0] + " " + trap.texts["zero"][1] + " " + TELLING % "close.zero"
    assert any("repeats an existing text" in fault for fault in faults(trap, {"zero": copied}))
    fresh = list(faults(trap, _texts(trap)))
    assert fresh == []
    assert overlap(trap, trap.texts["zero"][0]).share == 1


def test_unknown_files_keys_and_a_missing_folder_are_named(tiny: Any) -> None:
    trap = tiny.load()
    with pytest.raises(BadInput, match="no folder 'held-out'"):
        load_held_out({trap.id: trap}, tiny.root)
    (tiny.root / "held-out").mkdir()
    with pytest.raises(BadInput, match=r"T3-tiny\.toml is missing in held-out: write it"):
        load_held_out({trap.id: trap}, tiny.root)
    _write(tiny.root, _texts(trap), "T3-tinny")
    with pytest.raises(BadInput, match="unknown trap of held-out texts 'T3-tinny': did you mean"):
        load_held_out({trap.id: trap}, tiny.root)
    (tiny.root / "held-out" / "T3-tinny.toml").unlink()
    _write(tiny.root, _texts(trap), head='why = "no reason"\n')
    with pytest.raises(BadInput, match="unknown key in held-out texts of T3-tiny 'why'"):
        load_held_out({trap.id: trap}, tiny.root)


@given(data=st.data())
def test_exactly_the_missing_and_the_stray_placeholders_are_faults(data: st.DataObject) -> None:
    trap = TRAPS["C3-withdrawn"]
    known = ["close.zero", "close.first", "close.trial", "close.page", "notice", "other"]
    shown = data.draw(st.sets(st.sampled_from(known)))
    event = data.draw(st.sampled_from(told_events(trap)))
    text = " ".join(["word"] * 60 + [f"{{{{{name}}}}}" for name in sorted(shown)])
    found = list(faults(trap, {**FOUND[trap.id].texts, event.name: text}))
    needed = {name for name in [*known, "close.page2"] if f"{{{{{name}}}}}" in _own(trap, event)}
    expected = {f"event {event.name} does not show {{{{{name}}}}}" for name in needed - shown} | {
        f"event {event.name} shows {{{{{name}}}}}, which is none of its facts"
        for name in shown - needed
    }
    assert set(found) == expected


def _own(trap: Template, event: Any) -> str:
    return trap.texts[event.name][0]


def test_the_digest_knows_every_word_and_no_order() -> None:
    some = [FOUND["C1-envelope"], FOUND["C9-upload"]]
    assert texts_digest(some) == texts_digest(reversed(some))
    changed = HeldOut(trap_id="C1-envelope", texts={"agreed": "another"})
    assert texts_digest([changed, some[1]]) != texts_digest(some)


def test_the_trap_itself_stays_as_it_is() -> None:
    trap = TRAPS["C1-envelope"]
    told_anew = with_held_out(trap, FOUND[trap.id])
    assert told_anew.texts["agreed"] == (FOUND[trap.id].texts["agreed"],)
    assert len(trap.texts["agreed"]) >= 3
