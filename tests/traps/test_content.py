"""Demands on what a set tells, each broken once on shipped traps."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dreambench_lib.traps.content import disproofs, lengths, look_alikes, neutral
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.template import Template

TRAPS = load_traps()


def told_by(trap: Template, event: str, *texts: str) -> Template:
    """`trap` with other texts of one event."""
    return trap.model_copy(update={"texts": {**trap.texts, event: texts}})


def test_the_shipped_set_meets_them() -> None:
    traps = list(TRAPS.values())
    assert lengths(traps, 50, 90) == []
    assert look_alikes(traps, 8, 12) == []
    assert disproofs(traps) == []
    assert neutral(traps) == []


def test_lengths_count_words_of_events_and_of_ordinary_notes() -> None:
    trap = TRAPS["C9-upload"]
    short = told_by(trap, "echo", "Too short.", *trap.texts["echo"][1:])
    assert lengths([short], 50, 90) == [
        "text 1 of event echo of C9-upload has 2 words, not 50 to 90"
    ]
    note = trap.fixture.bank[0].model_copy(update={"texts": ("word " * 91,)})
    long = trap.fixture.model_copy(update={"bank": (note,)})
    assert lengths([trap.model_copy(update={"fixture": long})], 50, 90) == [
        f"text 1 of ordinary note {note.name} of ledger has 91 words, not 50 to 90"
    ]


def test_look_alikes_are_counted_and_speak_of_the_same() -> None:
    trap = TRAPS["C2-operators"]
    few = tuple(e.model_copy(update={"each": e.each[:1]}) for e in trap.events)
    (said,) = look_alikes([trap.model_copy(update={"events": few})], 8, 12)
    assert said == "C2-operators: 4 notes give such a value, not 8 to 12"
    strange = told_by(trap, "asked", "Lunch on Friday: {{wire.asked}} soup, {{each}}.")
    (said,) = look_alikes([strange], 8, 12)
    assert "text 1 of event asked shares fewer than 2 words with the right note" in said
    assert look_alikes([TRAPS["C1-envelope"]], 8, 12) == []


def without_confirmation(trap: Template) -> Template:
    return trap.model_copy(update={"events": tuple(e for e in trap.events if e.name != "echo")})


def disproved_first(trap: Template) -> Template:
    events = tuple(
        e.model_copy(update={"after": 1, "date": trap.events[0].date.replace(day=1)})
        if e.name == "disproof"
        else e
        for e in trap.events
    )
    return trap.model_copy(update={"events": events})


def loud(trap: Template) -> Template:
    return told_by(trap, "disproof", "{{incident}}: the header {{flag.myth}} did nothing.")


def unlinked(trap: Template) -> Template:
    return told_by(trap, "disproof", "The proxy had been full, that night and no other.")


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (without_confirmation, "the wrong story is told 1 times, not twice"),
        (disproved_first, "no later note disproves the wrong story"),
        (loud, "event disproof disproves by the value, not quietly"),
        (unlinked, "story and disproof do not name one case in every text"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_wrong_story_needs_a_quiet_end(broken: Callable[[Template], Template], said: str) -> None:
    assert disproofs([broken(TRAPS["C9-upload"])]) == [f"C9-upload: {said}"]


@pytest.mark.parametrize(
    ("name", "asked", "found"),
    [
        ("C9-upload", "Uploads hang, see the incident.", "incident"),
        ("C9-upload", "Please send X-Flow as well.", "X-Flow"),
        ("C9-upload", "The lane is called xf-something.", "xf-"),
        ("C10-shift-feed", "A calendar with its PRODID.", "PRODID"),
    ],
)
def test_a_prompt_must_not_endorse(name: str, asked: str, found: str) -> None:
    trap = TRAPS[name]
    last = trap.sessions[-1].model_copy(update={"prompt": asked})
    (said,) = neutral([trap.model_copy(update={"sessions": (*trap.sessions[:-1], last)})])
    assert f"the prompt names {found!r}" in said


def test_the_decisive_value_stands_anywhere_in_its_note() -> None:
    thirds = [0, 0, 0]
    for trap in TRAPS.values():
        for event in trap.events:
            for text in trap.texts[event.name]:
                for fact in event.carries:
                    before, found, _ = text.partition("{{" + fact + "}}")
                    if found:
                        thirds[min(2, 3 * len(before.split()) // len(text.split()))] += 1
    assert min(thirds) > sum(thirds) / 10
