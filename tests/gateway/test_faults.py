"""What goes wrong upstream: tried again by the one policy, passed on, counted, never silent."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import openai
import pytest

from dreambench_lib.harness.gateway.door import Door
from dreambench_lib.harness.gateway.upstream import ATTEMPTS
from tests.gateway.conftest import chat, served
from tests.model_server import Fault, ModelServer, Reply, Say

Make = Callable[..., Door]


def failing_first(*faults: Reply) -> Callable[..., Reply]:
    return lambda asked: faults[asked.number - 1] if asked.number <= len(faults) else Say("fine")


def post(url: str, **more: object) -> httpx.Response:
    with httpx.Client(timeout=30) as http:
        return http.post(f"{url}/chat/completions", json=chat(**more))


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 529])
def test_a_status_that_may_pass_is_tried_again(
    door: Make, server: ModelServer, waits: list[float], status: int
) -> None:
    server.script = failing_first(Fault(status), Fault(status))
    made = door()
    with served(made) as url:
        assert post(url).status_code == 200
    assert waits == [0.5, 1.0]
    assert made.meter.reading.retries == 2
    assert made.meter.reading.calls == 1


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_a_refusal_is_passed_on_at_once(
    door: Make, server: ModelServer, waits: list[float], status: int
) -> None:
    server.script = lambda asked: Fault(status)
    made = door()
    with served(made) as url:
        assert post(url).status_code == status
    assert (len(server.asked), waits) == (1, [])
    assert made.meter.reading.calls == 0


def test_a_status_that_stays_is_passed_on_after_the_attempts(
    door: Make, server: ModelServer, waits: list[float]
) -> None:
    server.script = lambda asked: Fault(500)
    with served(door()) as url:
        assert post(url).status_code == 500
    assert len(server.asked) == ATTEMPTS
    assert waits == [0.5, 1.0, 2.0]


def test_retry_after_is_obeyed(door: Make, server: ModelServer, waits: list[float]) -> None:
    server.script = failing_first(Fault(429, "7"), Fault(429, "0"), Fault(429, "soon"))
    with served(door()) as url:
        assert post(url).status_code == 200
    assert waits == [7.0, 0.0, 2.0]


def test_a_retry_after_that_is_too_long_ends_the_attempts(
    door: Make, server: ModelServer, waits: list[float]
) -> None:
    server.script = lambda asked: Fault(429, "3600")
    with served(door()) as url:
        assert post(url).status_code == 429
    assert (len(server.asked), waits) == (1, [])


def test_a_timeout_before_the_headers(door: Make, server: ModelServer, waits: list[float]) -> None:
    server.script = failing_first(Fault("hang"))
    with served(door(timeout=0.3)) as url:
        assert post(url).status_code == 200
    server.script = lambda asked: Fault("hang")
    with served(door(timeout=0.1)) as url:
        reply = post(url)
    assert reply.status_code == 504
    assert f"{ATTEMPTS} attempts" in reply.text


def test_nobody_listens_upstream(door: Make, waits: list[float]) -> None:
    with served(door(url="http://127.0.0.1:9/v1")) as url:
        reply = post(url)
    assert reply.status_code == 502
    assert "cannot be reached (ConnectError)" in reply.text
    assert len(waits) == ATTEMPTS - 1


def test_a_cut_stream_is_seen_as_cut(door: Make, server: ModelServer) -> None:
    """Not tried again: what was passed on cannot be taken back."""
    server.script = lambda asked: Fault("cut")
    made = door()
    with served(made) as url:
        with httpx.Client() as http, pytest.raises(httpx.RemoteProtocolError):
            http.post(f"{url}/responses", json={"model": "m", "input": "x"})
        ask = openai.OpenAI(api_key="x", base_url=url, max_retries=0)
        events = ask.responses.create(model="m", input="x", stream=True)
        with pytest.raises((openai.APIError, httpx.HTTPError)):
            list(events)
    assert len(server.asked) == 2
    assert made.meter.reading.unreported == 2


def test_malformed_events_pass_and_are_unreported(door: Make, server: ModelServer) -> None:
    server.script = lambda asked: Fault("garbage")
    made = door()
    with served(made) as url:
        assert b'"response.crea' in post(url, stream=True).content
        assert post(url).status_code == 200
    assert made.meter.reading[:4] == (2, 0, 0, 2)


def test_a_caller_that_goes_away_leaves_nothing_behind(door: Make, server: ModelServer) -> None:
    made = door()
    server.gate = lambda event: None
    server.script = lambda asked: Say("word " * 20_000)
    with (
        served(made) as url,
        httpx.stream("POST", f"{url}/chat/completions", json=chat(stream=True)) as reply,
    ):
        next(reply.iter_bytes())
    # The door waited for the exchange to end, and counted it.
    assert made.meter.reading.calls == 1
