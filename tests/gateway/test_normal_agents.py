"""What agents that are programs put into requests anew each time, and what must stay told apart."""

from __future__ import annotations

import pytest

from dreambench_lib.harness.gateway import normal

SAME = [
    ("Chunk ID: 8c45cf\nWall time: 0.0312 seconds\n", "Chunk ID: 0a\nWall time: 12 seconds\n"),
    ("Ran 3 tests in 0.001s", "Ran 3 tests in 12.5s"),
    ("<object object at 0x7f00aa0011>", "<object object at 0x55dead0022>"),
    ("wrote /tmp/tmpab12_x/out", "wrote /tmp/tmpzz/out"),
    ("killed pid 41", "killed pid 4711"),
    ("msg_01a22dd1-fcdd-7020-ab04-684b27500a3f", "msg_d9dde11b-4a1f-5ed0-b2be-dbddc6586cee"),
    ("fco_01a22dd1-fcdd-7020-ab04-684b27500a3f", "fco_d9dde11b-4a1f-5ed0-b2be-dbddc6586cee"),
    ("Process running with session ID 4711\n", "Process running with session ID 12\n"),
    ("<current_date>2026-11-30</current_date>", "<current_date>2027-01-02</current_date>"),
    ("Today's date is Monday, November 30, 2026.", "Today's date is Friday, January 1, 2027."),
    (
        "The current date is: Monday, November 30, 2026.",
        "The current date is: Friday, May 7, 2027.",
    ),
    (
        "<system_information>\nLinux 6.1 #1 SMP x86_64\n</system_information>",
        "<system_information>\nLinux 6.18 #9 aarch64\n</system_information>",
    ),
]
APART = [
    # A value of a trap may well be a UUID, a date, a number of a session.
    ("01a22dd1-fcdd-7020-ab04-684b27500a3f", "d9dde11b-4a1f-5ed0-b2be-dbddc6586cee"),
    ("msg_01a22dd1-fcdd-7020-ab04-684b27500a3f", "fco_01a22dd1-fcdd-7020-ab04-684b27500a3f"),
    ("due on 2026-11-30", "due on 2026-12-01"),
    ("The current date is Monday", "The current date is Tuesday"),
    ("session ID 4711", "session ID 12"),
    ("Process exited with code 0", "Process exited with code 1"),
    ("Original token count: 5", "Original token count: 6"),
]


def asked(text: str) -> dict[str, object]:
    return {"model": "m", "input": [{"role": "user", "id": text, "content": [{"text": text}]}]}


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_means_nothing_is_the_same(one: str, other: str) -> None:
    assert one != other
    path = "/v1/responses"
    assert normal.digest(path, asked(one)) == normal.digest(path, asked(other))


@pytest.mark.parametrize(("one", "other"), APART)
def test_what_may_mean_something_stays_apart(one: str, other: str) -> None:
    path = "/v1/responses"
    assert normal.digest(path, asked(one)) != normal.digest(path, asked(other))


def test_everything_that_is_listed_is_tried_here() -> None:
    texts = [text for pair in SAME for text in pair]
    for volatile in normal.TEXTS:
        assert any(volatile.pattern.search(text) for text in texts), volatile.name
        assert volatile.name[0].islower()
