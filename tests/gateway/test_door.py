"""Through a door: both wire formats, streams as they come, the key outside, a list of paths."""

from __future__ import annotations

import json
import select
import socket
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import urlsplit

import httpx
import openai
import pytest

from dreambench_lib.harness.gateway.door import REQUEST_BYTES, Door
from dreambench_lib.harness.gateway.server import CONNECTIONS
from dreambench_lib.harness.gateway.transport import BASE_URL, http_client
from tests.gateway.conftest import CELL, KEY, chat, served, tape_of
from tests.model_server import Fault, ModelServer, Say, Use

Make = Callable[..., Door]


def client(url: str) -> openai.OpenAI:
    return openai.OpenAI(api_key="the caller's own", base_url=url, max_retries=0)


def test_chat_and_responses_pass(door: Make, server: ModelServer) -> None:
    with served(door()) as url:
        ask = client(url)
        made = ask.chat.completions.create(**chat())
        assert made.choices[0].message.content == "hello from the model"
        said = ask.responses.create(model="scripted-1", input="hi")
        assert said.output_text == "hello from the model"
    assert [one.path for one in server.asked] == ["/v1/chat/completions", "/v1/responses"]


def test_streams_pass_and_are_metered(door: Make) -> None:
    made = door()
    with served(made) as url:
        ask = client(url)
        chunks = list(ask.chat.completions.create(**chat(), stream=True))
        text = "".join(c.choices[0].delta.content or "" for c in chunks if c.choices)
        assert text == "hello from the model"
        with ask.responses.stream(model="scripted-1", input="hi") as events:
            final = events.get_final_response()
        assert final.output_text == "hello from the model"
    # "hi" is a token by the server's rule, "hello from the model" five; twice.
    assert made.meter.reading[:4] == (2, 2, 10, 0)


def test_an_event_passes_before_the_next_is_sent(door: Make, server: ModelServer) -> None:
    """Unbuffered: the server holds each event back until the caller has read the one before."""
    read = Event()
    server.gate = lambda event: (read.wait(20), read.clear())[0] and None
    with served(door()) as url, httpx.Client(timeout=30) as http:
        body = chat(stream=True)
        with http.stream("POST", f"{url}/chat/completions", json=body) as reply:
            seen = 0
            for line in reply.iter_lines():
                if line.startswith("data: {"):
                    seen += 1
                    read.set()
    assert seen > 3


def test_the_key_is_added_outside_and_the_callers_own_dropped(
    door: Make, server: ModelServer
) -> None:
    with served(door()) as url:
        client(url).chat.completions.create(**chat())
    assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"
    assert "the caller's own" not in json.dumps(server.asked[0].headers)


def test_the_key_is_in_no_file_and_no_reply(
    door: Make, server: ModelServer, tmp_path: Path
) -> None:
    """The server echoes the authorization that it got, and the caller sends the key itself."""
    server.script = lambda asked: (
        Fault(400) if asked.number == 1 else Say(f"{asked.headers['authorization']} {KEY}")
    )
    made = door()
    with served(made) as url, httpx.Client() as http:
        for number in range(3):
            body = chat(f"is it {KEY}?", stream=number == 2)
            reply = http.post(f"{url}/chat/completions", json=body)
            assert KEY not in reply.text
            assert KEY not in str(reply.headers)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) > 3
    assert not [path for path in files if KEY.encode() in path.read_bytes()]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/v1/models", 403),
        ("POST", "/v1/files", 403),
        ("DELETE", "/v1/responses", 403),
        ("POST", "/v1/embeddings", 403),  # not for agents
        ("POST", "/v1/chat/completions/../../admin", 403),
        ("PUT", "/v1/chat/completions", 403),
    ],
)
def test_other_paths_are_refused(
    door: Make, server: ModelServer, method: str, path: str, status: int
) -> None:
    with served(door()) as url, httpx.Client() as http:
        request = http.build_request(method, url, json=chat())
        request.url = httpx.URL(url.removesuffix("/v1")).copy_with(raw_path=path.encode())
        assert http.send(request).status_code == status
    assert server.asked == []


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b"{}", 400),
        (b'{"model": 3}', 400),
        (b'{"model": "m", "x": NaN}', 400),
        (b'{"model": "m", "x": "\\ud800"}', 400),
        (b'{"model": "m", "x": ' + b"[" * 500 + b"]" * 500 + b"}", 400),
        (b"\xff\xfe", 400),
        (b"[" * 200_000, 400),
    ],
)
def test_what_is_no_request_is_refused(
    door: Make, server: ModelServer, body: bytes, status: int
) -> None:
    made = door()
    with served(made) as url, httpx.Client() as http:
        assert http.post(f"{url}/chat/completions", content=body).status_code == status
    assert server.asked == []
    assert made.meter.reading.calls == 0


def test_a_request_that_is_too_long_is_refused_unread(door: Make, server: ModelServer) -> None:
    with served(door()) as url:
        host = HTTPConnection(urlsplit(url).netloc)
        host.putrequest("POST", "/v1/responses")
        host.putheader("content-length", str(REQUEST_BYTES + 1))
        host.endheaders()
        assert host.getresponse().status == 413
        host.close()
    assert server.asked == []


def test_inside_the_process_without_a_socket(door: Make, server: ModelServer) -> None:
    made = door()
    http = http_client(made)
    ask = openai.OpenAI(api_key="x", base_url=BASE_URL, http_client=http, max_retries=0)
    assert ask.chat.completions.create(**chat()).choices[0].message.content
    server.script = lambda asked: Fault("cut")
    with pytest.raises(openai.APIConnectionError):
        ask.chat.completions.create(**chat())
    assert made.meter.reading.calls == 2


def test_a_tool_call_passes(door: Make, server: ModelServer) -> None:
    server.script = lambda asked: Use("read", {"path": "a.py"})
    tools: Any = [{"type": "function", "function": {"name": "read", "parameters": {}}}]
    with served(door()) as url:
        made = client(url).chat.completions.create(**chat(), tools=tools)
        [call] = made.choices[0].message.tool_calls or []
        assert call.function.name == "read"  # type: ignore[union-attr]
        assert json.loads(call.function.arguments) == {"path": "a.py"}  # type: ignore[union-attr]


def test_what_is_kept_is_what_was_asked_and_said(door: Make, tmp_path: Path) -> None:
    with served(door()) as url:
        client(url).chat.completions.create(**chat("remember"))
    tape = tape_of(tmp_path)
    [line] = tape.index(CELL).read_text().splitlines()[1:]
    row = json.loads(line)
    assert json.loads(tape.body(row["request"]))["messages"][0]["content"] == "remember"
    assert b"hello from the model" in tape.body(row["reply"])
    assert (row["party"], row["ordinal"], row["status"], row["cut"]) == ("wake", 0, 200, False)


def test_connections_beyond_the_limit_are_closed(door: Make, server: ModelServer) -> None:
    with served(door()) as url:
        place = (urlsplit(url).hostname or "", urlsplit(url).port or 0)
        held = [socket.create_connection(place) for _ in range(CONNECTIONS + 5)]
        closed: set[socket.socket] = set()
        while len(closed) < 5:
            ready, _, _ = select.select([one for one in held if one not in closed], [], [], 20)
            assert ready, f"only {len(closed)} were closed"
            closed |= set(ready)
        assert {one.recv(1) for one in closed} == {b""}
        assert len(closed) == 5
        for one in held:
            one.close()
    assert server.asked == []


def test_a_closed_door_lets_nothing_through(door: Make, server: ModelServer) -> None:
    made = door()
    made.close()
    answer = made.exchange("POST", "/v1/responses", b'{"model": "m"}')
    assert answer.status == 503
    assert server.asked == []
