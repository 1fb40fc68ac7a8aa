"""Crashes around a model: its gateway dies in the middle of a request, its server goes away.

The gateway lives in the process that carries the cell: the driver's own with one worker, else a
worker's. The request at which it happens is drawn at random, as many times as in `test_crash`.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dreambench_lib.harness.verify import verify
from tests.crash.driver import workers
from tests.crash.test_crash import DRIVER, MOMENTS, Undisturbed, resumes, whole_matrix

SERVED = Path(__file__).with_name("served.py")


class Server:
    """The scripted server as a process of its own."""

    def __init__(self, port: int = 0, silent_at: int = 0) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(SERVED), str(port), str(silent_at)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.port = int(self._line())

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def wait_for(self, number: int) -> None:
        """Until the request of this number has arrived."""
        while int(self._line()) != number:
            pass

    def end(self) -> int:
        """Close it; returns how many requests it had."""
        said, _ = self._process.communicate()
        return len(said.split())

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


@contextmanager
def server(port: int, silent_at: int = 0) -> Iterator[Server]:
    made = Server(port, silent_at)
    try:
        yield made
    finally:
        made.kill()


class Modelled(Undisturbed):
    """The undisturbed run before a model, and how many requests it made."""

    def __init__(self, folder: Path) -> None:
        first = Server()
        self.port = first.port
        super().__init__(folder, url=f"http://127.0.0.1:{self.port}/v1")
        self.seconds()
        self.requests = first.end()

    def request(self, number: int) -> int:
        """Which request is hit: drawn over all of them, the same for the same number."""
        return random.Random(number).randint(1, self.requests)

    def start(self, folder: Path, count: int) -> subprocess.Popen[str]:
        fault = json.dumps({**self.plan, "workers": count})
        return subprocess.Popen(
            [sys.executable, str(DRIVER), str(folder), fault],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def resumes(self, folder: Path) -> None:
        """The server is there again, and so are the undisturbed bytes in the end."""
        with server(self.port):
            resumes(folder, self)


@pytest.fixture(scope="module")
def modelled(tmp_path_factory: pytest.TempPathFactory) -> Modelled:
    return Modelled(tmp_path_factory.mktemp("modelled"))


@pytest.mark.parametrize("number", MOMENTS)
@pytest.mark.parametrize("place", ["driver", pytest.param("worker", marks=whole_matrix)])
def test_the_gateway_is_killed_in_a_request(
    modelled: Modelled, tmp_path: Path, place: str, number: int
) -> None:
    at, folder = modelled.request(number), tmp_path / "run"
    with server(modelled.port, silent_at=at) as model:
        process = modelled.start(folder, 1 if place == "driver" else 2)
        model.wait_for(at)
        if place == "driver":
            process.kill()
        else:
            os.kill(random.Random(number).choice(workers(process.pid)), signal.SIGKILL)
        _, words = process.communicate(timeout=300)
    if place == "driver":
        assert process.returncode == -signal.SIGKILL
    else:
        assert process.returncode == 2
        assert "a worker process died" in words
    modelled.resumes(folder)
    replayed = verify(folder, replay=True)[-1]
    assert replayed.passed, "what the killed gateway had recorded is no obstacle to a replay"


@pytest.mark.parametrize("number", MOMENTS)
@pytest.mark.parametrize("back", ["at once", pytest.param("later", marks=whole_matrix)])
def test_the_models_server_goes_away_and_comes_back(
    modelled: Modelled, tmp_path: Path, back: str, number: int
) -> None:
    at, folder = modelled.request(number), tmp_path / "run"
    with server(modelled.port, silent_at=at) as model:
        process = modelled.start(folder, 1)
        model.wait_for(at)
    if back == "at once":
        with server(modelled.port):
            _, words = process.communicate(timeout=300)
        assert process.returncode == 0, words
    else:
        _, words = process.communicate(timeout=300)
        assert process.returncode == 2
        assert "the same command goes on with the rest" in words
    modelled.resumes(folder)
