"""What the rules read out of sentences; all sentences are of this file's own making."""

import pytest

from dreambench_lib.memory.probe.extract import capsule, extract
from dreambench_lib.memory.probe.items import Fact, Item
from dreambench_lib.records import Note

V, W = "QX-8fK2a-113", "QX-77bZq-904"


def items(text: str, **given: object) -> list[Item]:
    base = {"id": "n", "session": 1, "date": "2026-03-02", "author": "carrier", "about": "ledger"}
    note = Note.model_validate({**base, "text": text, **given})
    return extract(note, "e", 1, frozenset({"ledger", "courier"}))


def facts(text: str) -> list[Fact]:
    return [item.fact for item in items(text) if item.fact]


def seen(text: str) -> set[tuple[str, str]]:
    return {(fact.kind, fact.value) for fact in facts(text)}


@pytest.mark.parametrize(
    "text",
    [
        f"The closing line is {V}.",
        f"{V} is the closing line.",
        f"Closing line: {V}",
        f"The closing line becomes {V} as of today.",
        f"Use `{V}` as the closing line.",
        f"Please print {V} for the closing line, thanks.",
        f"From now on the closing line must be exactly '{V}'.",
        f'We send "{V}" as the closing line.',
        f"The closing line should read {V}.",
        f"Switch the closing line to {V} when you next touch it.",
    ],
)
def test_a_value_and_what_it_is_of(text: str) -> None:
    [value] = [fact for fact in facts(text) if fact.kind == "value"]
    assert value.value == V
    assert {"closing", "line"} <= set(value.key)


@pytest.mark.parametrize(
    "text",
    [
        f"The closing line changes from {V} to {W}.",
        f"Use {W} instead of {V} for the closing line.",
        f"The closing line is {W}, no longer {V}.",
        f"{W} replaces {V} as the closing line.",
        f"The closing line is now {W}; {V} is retired.",
        f"The closing line was {V} and is now {W}.",
        f"Closing line: {V} -> {W}",
        f"{V} becomes {W} in the closing line.",
    ],
)
def test_one_value_for_another(text: str) -> None:
    assert ("strike", V) in seen(text)
    assert ("value", W) in seen(text)
    assert ("value", V) not in seen(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Notice N-204 is withdrawn.", "withdrawn"),
        ("We hereby withdraw notice N-204 in full.", "withdrawn"),
        ("Please disregard notice N-204.", "withdrawn"),
        ("N-204 has been cancelled by the sender.", "withdrawn"),
        ("Notice N-204 no longer applies.", "withdrawn"),
        ("Notice N-204. It has been declared void.", "withdrawn"),
        ("Incident N-204 was closed as misdiagnosed; a disk was full.", "disproved"),
        ("N-204 turned out to be a false alarm.", "disproved"),
        ("The diagnosis in incident N-204 was wrong: it was the clock.", "disproved"),
        ("Notice N-230 supersedes notice N-204.", "superseded"),
        ("Notice N-204 is superseded by notice N-230.", "superseded"),
    ],
)
def test_a_notice_is_put_away_by_its_number(text: str, reason: str) -> None:
    assert {(f.value, f.reason) for f in facts(text) if f.kind == "strike"} == {("N-204", reason)}


@pytest.mark.parametrize(
    "text",
    [
        "Notice N-204 has not been withdrawn.",
        "If notice N-204 is withdrawn we will let you know.",
        "Incident N-204: the importer ignored empty rows. Ignore the warning in the log.",
        "As notice N-204 says, the open orders are exported too.",
    ],
)
def test_a_number_is_not_put_away_by_chance(text: str) -> None:
    assert not [fact for fact in facts(text) if fact.kind == "strike"]


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        (f"The closing line is {V} only for the express channel.", ("express",)),
        (f"For the express channel the closing line is {V}.", ("express",)),
        (f"The express channel gets {V} as its closing line.", ("express",)),
        (f"This concerns the express channel only. The closing line is {V}.", ("express",)),
        (f"The closing line is {V} except for the express channel.", ("!express",)),
        (f"The closing line is {V} for all channels.", ()),
        (f"The closing line is {V}.", ()),
    ],
)
def test_the_part_of_the_work_it_holds_for(text: str, scope: tuple[str, ...]) -> None:
    [value] = [fact for fact in facts(text) if fact.kind == "value"]
    assert value.scope == scope


@pytest.mark.parametrize(
    ("text", "repo"),
    [
        (f"In the courier repository the closing line is {V}.", "courier"),
        (f"Over in courier the closing line is {V}.", "courier"),
        (f"In our sister repository the closing line is {V}.", "another repository"),
        (f"Word from the `depot` repo came today. The closing line is {V}.", "depot"),
        (f"The closing line in this repository is {V}.", "ledger"),
        (f"They do it otherwise in courier. Here the closing line is {V}.", "ledger"),
    ],
)
def test_another_repository(text: str, repo: str) -> None:
    assert {item.repo_scope for item in items(text) if item.fact and item.fact.value == V} == {repo}


def test_time_limits() -> None:
    [once] = items(f"For this release only, the closing line is {V}.")
    assert once.task_scope == ("session 2",)
    [dated] = items(f"Until 2026-04-01 the closing line is {V}.")
    assert dated.valid_until == "2026-04-01"
    [worded] = items(f"Until 1 April 2026 the closing line is {V}.")
    assert worded.valid_until == "2026-04-01"


def test_doubt_is_kept_as_doubt() -> None:
    [item] = items(f"I think the closing line might become {V}, maybe.")
    assert item.fact
    assert item.fact.tentative
    assert item.risk_score > 0.9


@pytest.mark.parametrize(
    ("text", "winner", "loser"),
    [
        ("Where they differ, the carrier wins over the reviewer.", "carrier", ("reviewer",)),
        ("The finance office has the final say.", "finance office", ()),
        ("The carrier's notices take precedence over the reviewer's.", "carrier", ("reviewer",)),
        ("Follow the carrier rather than the reviewer.", "carrier", ("reviewer",)),
        ("The carrier overrules the reviewer.", "carrier", ("reviewer",)),
    ],
)
def test_who_wins(text: str, winner: str, loser: tuple[str, ...]) -> None:
    [rank] = [fact for fact in facts(text) if fact.kind == "authority"]
    assert winner in rank.value
    assert rank.against == loser


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        (
            "Change src/report.tmpl, never edit docs/report.md by hand.",
            {("src/report.tmpl", "do"), ("docs/report.md", "do not")},
        ),
        (
            "Edit src/report.tmpl, not docs/report.md.",
            {("src/report.tmpl", "do")},
        ),
        (
            "Modify src/report.tmpl instead of docs/report.md.",
            {("src/report.tmpl", "do"), ("docs/report.md", "do not")},
        ),
    ],
)
def test_ways_of_working(text: str, ways: set[tuple[str, str]]) -> None:
    found = {(f.key[-1], f.value) for f in facts(text) if f.kind == "way"}
    assert ways <= found


def test_items_keep_the_whole_note_and_its_provenance() -> None:
    text = f"Notice N-204, see docs/io.md: the closing line is {V}. Thanks for the quick review."
    [item] = items(text)
    assert item.content == text
    assert item.sources == ("n",)
    assert item.provenance.task_ids == ("N-204",)
    assert item.provenance.file_paths == ("docs/io.md",)
    assert item == items(text)[0]


def test_ordinary_talk_has_no_values() -> None:
    text = (
        "The build took 3.5 minutes at 10:45 today, 14 tests passed, and we moved the stand-up to"
        " the afternoon. Thanks to everybody who looked at the parser!"
    )
    assert not [fact for fact in facts(text) if fact.kind == "value"]


def test_a_capsule_is_the_note() -> None:
    text = f"  The closing line is {V}.\nThanks!  "
    note = Note(id="n", text=text, session=1, date="d", author="a", about="ledger")
    assert capsule(note, "e", 1, frozenset()).content == text
