"""What the gateway adds to a request: the same call direct and through a door, side by side."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Semaphore
from typing import Any

import httpx
import pytest

from dreambench_lib.harness.gateway.cassette import Cassette, Tape
from dreambench_lib.harness.gateway.door import Door
from dreambench_lib.harness.gateway.prices import read_prices
from dreambench_lib.harness.gateway.redact import Redactor
from dreambench_lib.harness.gateway.server import Served
from dreambench_lib.harness.gateway.upstream import Upstream
from tests.model_server import ModelServer, Say, model_server

BODY = {"model": "scripted-1", "messages": [{"role": "user", "content": "word " * 400}]}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server(lambda asked: Say("a short answer")) as made:
        yield made


def post(benchmark: Any, url: str) -> None:
    with httpx.Client() as http:
        path = f"{url}/chat/completions"
        benchmark.pedantic(lambda: http.post(path, json=BODY), rounds=200, warmup_rounds=10)


@pytest.mark.benchmark(group="one request, kept alive")
def test_direct(benchmark: Any, server: ModelServer) -> None:
    post(benchmark, server.url)


@pytest.mark.parametrize("recorded", [False, True], ids=["live", "recorded"])
@pytest.mark.benchmark(group="one request, kept alive")
def test_through_the_gateway(
    benchmark: Any, server: ModelServer, recorded: bool, tmp_path: Path
) -> None:
    tape = Tape(Cassette(tmp_path), ("cell",), False) if recorded else None
    upstream = Upstream(server.url, "sk-benchmarkKey123456")
    door = Door("wake", upstream, tape, (), read_prices(), Redactor([]), Semaphore(4))
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    with Served(listener, door):
        post(benchmark, f"http://127.0.0.1:{port}/v1")
    upstream.close()
