"""A gateway door before the scripted server, over a real socket and inside the process."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Semaphore
from typing import Any

import httpx
import pytest

from dreambench_lib.harness.gateway.budget import Caps, Purse
from dreambench_lib.harness.gateway.cassette import Cassette, Tape
from dreambench_lib.harness.gateway.door import Door
from dreambench_lib.harness.gateway.prices import read_prices
from dreambench_lib.harness.gateway.redact import Redactor
from dreambench_lib.harness.gateway.server import Served
from dreambench_lib.harness.gateway.settings import Live
from dreambench_lib.harness.gateway.upstream import Upstream
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.harness.verify import read_sealed
from dreambench_lib.models import Endpoint
from tests.gateway.scenes import KEY as RUN_KEY
from tests.gateway.scenes import SECRET, TRAPS, Go, behaviour
from tests.model_server import ModelServer, Say, model_server

KEY = "sk-thisIsTheOneSecretKey42"
CELL = ("B5", "openai", "C3-withdrawn", 1)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server(lambda asked: Say("hello from the model")) as made:
        yield made


@pytest.fixture
def waits() -> list[float]:
    """How long the gateway would have paused between attempts."""
    return []


@pytest.fixture
def door(server: ModelServer, tmp_path: Path, waits: list[float]) -> Iterator[Callable[..., Door]]:
    """A door in any mode; recordings go to one cassette."""
    with ExitStack() as stack:

        def make(
            mode: str = "record", purses: tuple[Purse, ...] = (), timeout: float = 20.0,
            party: str = "wake", url: str = "",
        ) -> Door:  # fmt: skip
            upstream = None
            if mode != "replay":
                upstream = Upstream(url or server.url, KEY, timeout, waits.append)
                stack.callback(upstream.close)
            tape = None if mode == "live" else Tape(tape_of(tmp_path), CELL, mode == "replay")
            made = Door(party, upstream, tape, purses, read_prices(), Redactor([KEY]), Semaphore(2))
            stack.callback(made.close)
            return made

        yield make


def tape_of(folder: Path) -> Cassette:
    return Cassette(folder / "cassette")


@contextmanager
def served(door: Door) -> Iterator[str]:
    """The base URL at which `door` is served on a listener that was opened beforehand."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    with Served(listener, door):
        yield f"http://127.0.0.1:{port}/v1"


def read_cut(url: str, path: str, body: dict[str, Any]) -> bytes:
    """What came of a stream that broke off; a stream that ends well is an AssertionError."""
    got = b""
    try:
        with httpx.Client() as http, http.stream("POST", f"{url}/{path}", json=body) as reply:
            for part in reply.iter_raw():
                got += part
    except httpx.RemoteProtocolError:
        return got
    raise AssertionError("the stream came to its end")


def chat(text: str = "hi", **more: Any) -> dict[str, Any]:
    return {"model": "scripted-1", "messages": [{"role": "user", "content": text}], **more}


@pytest.fixture
def traps(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """A server that knows the traps, with a key that only the environment of the harness has."""
    monkeypatch.setenv("SCRIPTED_KEY", SECRET)
    with model_server(behaviour("reads")) as made:
        yield made


@pytest.fixture
def go(traps: ModelServer, tmp_path: Path) -> Go:
    """Run a small plan in this process and seal it; returns its folder and passes by cell."""

    def start(
        agent: str = "reader-llm", conditions: tuple[str, ...] = ("B0", "ideal"), out: str = "run",
        caps: Caps | None = None, replay: Path | None = None, only: list[str] | None = None,
        workers: int = 1, cell_tokens: int | None = None, sandbox: str = "bubblewrap",
    ) -> tuple[Path, Any]:  # fmt: skip
        end = Endpoint(model="scripted-1", base_url=traps.url, key_env="SCRIPTED_KEY",
                       max_tokens=1024)  # fmt: skip
        plan, key = make_plan(
            list(conditions),
            [agent],
            only or TRAPS,
            [1],
            key=RUN_KEY,
            model=end,
            cell_tokens=cell_tokens,
            sandbox=sandbox,
        )
        folder = tmp_path / out
        live = Live(folder=folder, mode="replay" if replay else "record", recorded=replay,
                    caps=caps or Caps())  # fmt: skip
        run(plan, key, folder, workers=workers, live=live)
        seal(folder)
        records = {(r.key.condition, r.key.trap_id): r for r, _ in read_sealed(folder)}
        return folder, records

    return start
