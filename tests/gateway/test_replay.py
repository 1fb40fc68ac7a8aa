"""A recorded cell again, offline: the same bytes, and the first difference named."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.gateway import normal
from dreambench_lib.harness.gateway.cassette import ReplayMismatch, Tape
from dreambench_lib.harness.gateway.door import Door
from dreambench_lib.harness.gateway.upstream import ATTEMPTS
from tests.gateway.conftest import CELL, chat, read_cut, served, tape_of
from tests.model_server import Fault, ModelServer, Reply, Say, Use

Make = Callable[..., Door]
BODIES = [
    ("chat/completions", chat("one")),
    ("chat/completions", chat("two", stream=True)),
    ("responses", {"model": "scripted-1", "input": "three", "stream": True}),
    ("responses", {"model": "scripted-1", "input": "four"}),
]


def talk(made: Door, bodies: Any = BODIES) -> list[tuple[int, bytes]]:
    with served(made) as url, httpx.Client(timeout=30) as http:
        replies = [http.post(f"{url}/{path}", json=body) for path, body in bodies]
    return [(reply.status_code, reply.content) for reply in replies]


def test_a_replay_is_the_same_bytes_and_asks_nobody(door: Make, server: ModelServer) -> None:
    replies: list[Reply] = [Say("a"), Say("b" * 40), Use("t", {"x": 1}), Fault(400)]
    server.script = lambda asked: replies[asked.number - 1]
    first = door()
    said = talk(first)
    server.close()
    again = door("replay")
    assert talk(again) == said
    assert again.meter.reading == first.meter.reading
    assert again.mismatch is None


def test_failures_are_replayed_too(door: Make, server: ModelServer) -> None:
    server.script = lambda asked: Fault(503)
    said = talk(door(), BODIES[:1])
    asked = len(server.asked)
    assert talk(door("replay"), BODIES[:1]) == said
    assert len(server.asked) == asked == ATTEMPTS


def test_a_cut_stream_is_cut_again_at_the_same_place(door: Make, server: ModelServer) -> None:
    server.script = lambda asked: Fault("cut")

    def read(made: Door) -> bytes:
        with served(made) as url:
            return read_cut(url, "responses", {"model": "m", "input": "x", "stream": True})

    first = read(door())
    assert b"response.created" in first
    assert read(door("replay")) == first


def test_one_changed_prompt_is_named_by_its_place(door: Make) -> None:
    talk(door())
    made = door("replay")
    changed = [BODIES[0], ("chat/completions", chat("Two", stream=True)), *BODIES[2:]]
    codes = [status for status, _ in talk(made, changed)]
    assert codes[:2] == [200, 409]
    assert str(made.mismatch) == (
        "request 2 of wake in cell B5/openai/C3-withdrawn/1 is not the recorded one: "
        'body.messages[0].content: recorded "two", now "Two"'
    )


def test_another_party_a_further_request_and_another_cell(door: Make, tmp_path: Path) -> None:
    talk(door())
    judge = door("replay", party="judge")
    assert talk(judge, BODIES[:1])[0][0] == 409
    assert "request 1 of judge" in str(judge.mismatch)
    further = door("replay")
    talk(further, [*BODIES, BODIES[0]])
    assert str(further.mismatch) == (
        "request 5 of wake in cell B5/openai/C3-withdrawn/1 was never recorded (4 were)"
    )
    with pytest.raises(ReplayMismatch, match="cell B5/x was never recorded"):
        Tape(tape_of(tmp_path), ("B5", "x"), True)


def test_a_cell_that_runs_again_keeps_its_first_attempt(door: Make, tmp_path: Path) -> None:
    talk(door(), BODIES[:2])
    talk(door(), BODIES[:1])
    index = tape_of(tmp_path).index(CELL)
    assert len(index.read_text().splitlines()) == 2
    assert len(index.with_suffix(".1.jsonl").read_text().splitlines()) == 3


def test_damage_is_one_sentence(door: Make, tmp_path: Path) -> None:
    talk(door(), BODIES[:1])
    tape = tape_of(tmp_path)
    row = json.loads(tape.index(CELL).read_text().splitlines()[1])
    (tape.folder / "bodies" / row["reply"]).write_bytes(b"forged")
    with pytest.raises(BadInput, match="damaged"):
        door("replay").exchange("POST", "/v1/chat/completions", json.dumps(BODIES[0][1]).encode())
    tape.index(CELL).write_text("x\n")
    with pytest.raises(BadInput, match="damaged"):
        door("replay")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Chunk ID: 3fa91c\nok", "Chunk ID: 99bb00\nok"),
        ("Wall time: 0.0412 seconds", "Wall time: 12.1 seconds"),
        ("Ran 3 tests in 0.002s", "Ran 3 tests in 0.113s"),
        ("<F object at 0x7f3a11cc0d90>", "<F object at 0x7f00a1cc0d10>"),
        ("/tmp/tmpab3x_1/a", "/tmp/tmpzz91/a"),
        ("[pid 12] gone", "[pid 991] gone"),
    ],
)
def test_volatile_parts_do_not_count(one: str, other: str) -> None:
    assert normal.digest("/p", chat(one)) == normal.digest("/p", chat(other))
    assert normal.digest("/p", chat(one)) != normal.digest("/p", chat(one + "!"))


@pytest.mark.parametrize("field", normal.FIELDS)
def test_ids_that_clients_make_up_do_not_count(field: str) -> None:
    assert normal.digest("/p", {**chat(), field: "a"}) == normal.digest("/p", chat())
    inner = {**chat(), "messages": [{"role": "user", "content": "hi", field: "a"}]}
    assert normal.digest("/p", inner) != normal.digest("/p", chat())


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(JSONS, JSONS)
def test_a_difference_is_named_exactly_where_there_is_one(one: Any, other: Any) -> None:
    same = json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    assert (normal.difference(one, other) == "") == same


def test_every_volatile_part_has_a_name_that_says_it() -> None:
    assert len({one.name for one in normal.TEXTS}) == len(normal.TEXTS)
    assert all(re.fullmatch(r"[a-z ']+", one.name) for one in normal.TEXTS)
