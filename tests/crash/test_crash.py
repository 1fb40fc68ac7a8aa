"""The crash matrix: whatever dies whenever, the resumed run seals to the undisturbed bytes.

Each fault strikes at moments drawn at random over the run's length. ``make crash`` takes twenty of
each (`DREAMBENCH_CRASHES`); the test suite takes one of each that needs no engine but the local.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.harness.folder import is_sealed
from dreambench_lib.harness.log import NAME, read_log
from dreambench_lib.harness.verify import verify
from tests.engine import own_engine, with_image

DRIVER = Path(__file__).with_name("driver.py")
CELLS = 12
MOMENTS = range(int(os.environ.get("DREAMBENCH_CRASHES", "1")))
whole_matrix = pytest.mark.skipif(
    "DREAMBENCH_CRASHES" not in os.environ, reason="part of the whole matrix: make crash"
)
ENGINES = ["local", pytest.param("dask", marks=whole_matrix)]
UNSEALED = ("environment.json", "attempts.jsonl", "spent.json")


def drive(
    folder: Path, prefix: tuple[str, ...] = (), **fault: Any
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*prefix, sys.executable, str(DRIVER), str(folder), json.dumps(fault)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def sealed(folder: Path) -> dict[str, bytes]:
    files = (p for p in folder.iterdir() if p.is_file() and p.name not in UNSEALED)
    return {p.name: p.read_bytes() for p in files}


class Undisturbed:
    """The run as it should be, and how long it takes with a given engine."""

    def __init__(self, folder: Path, **plan: str) -> None:
        self._folder, self.plan = folder, plan
        self._seconds: dict[str, float] = {}
        self.bytes: dict[str, bytes] = {}

    def seconds(self, engine: str = "local") -> float:
        if engine not in self._seconds:
            done = drive(self._folder / engine, engine=engine, **self.plan)
            assert done.returncode == 0, done.stderr
            self._seconds[engine] = float(done.stdout)
            made = sealed(self._folder / engine)
            assert self.bytes in ({}, made)
            self.bytes = made
        return self._seconds[engine]

    def moment(self, number: int, engine: str = "local") -> float:
        """Seconds after the start: drawn over the whole run, the same for the same number."""
        return random.Random(number).uniform(0.02, 0.95) * self.seconds(engine)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    return Undisturbed(tmp_path_factory.mktemp("whole"))


def resumes(folder: Path, whole: Undisturbed) -> None:
    """The same command again: no cell lost, none twice, the same sealed bytes."""
    if not is_sealed(folder):
        again = drive(folder, **whole.plan)
        assert again.returncode == 0, again.stderr
    whole.seconds()
    assert sealed(folder) == whole.bytes
    assert all(finding.passed for finding in verify(folder))


@pytest.mark.parametrize("number", MOMENTS)
@pytest.mark.parametrize("engine", ENGINES)
def test_the_driver_is_killed(whole: Undisturbed, tmp_path: Path, engine: str, number: int) -> None:
    folder = tmp_path / "run"
    after = whole.moment(number, engine)
    done = drive(folder, kind="driver", after=after, engine=engine)
    assert done.returncode in (-14, 0)
    resumes(folder, whole)


@whole_matrix
@pytest.mark.parametrize("number", MOMENTS)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_worker_is_killed(whole: Undisturbed, tmp_path: Path, engine: str, number: int) -> None:
    folder = tmp_path / "run"
    done = drive(folder, kind="worker", after=whole.moment(number, engine), engine=engine)
    if done.returncode:
        assert "run the same command again" in done.stderr
    resumes(folder, whole)


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A scheduler with two workers, in a process group of their own."""
    code = (
        "import sys, distributed as d\n"
        "with d.LocalCluster(n_workers=2, threads_per_worker=1, host='127.0.0.1',"
        " dashboard_address=None, local_directory=sys.argv[1]) as c:\n"
        " print(c.scheduler_address, flush=True)\n sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(folder)]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip(), process
    finally:
        process.kill()
        process.wait()


@whole_matrix
@pytest.mark.parametrize("number", MOMENTS)
def test_the_scheduler_is_killed(whole: Undisturbed, tmp_path: Path, number: int) -> None:
    folder = tmp_path / "run"
    after = whole.moment(number, "dask")
    with scheduler(tmp_path / "dask") as (address, process):
        done = drive(
            folder, kind="other", pid=process.pid, after=after, engine="dask", scheduler=address
        )
    if done.returncode:
        assert "run the same command again" in done.stderr
    resumes(folder, whole)


@whole_matrix
def test_the_docker_engine_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every moment in one engine of our own; `test_docker` kills one at a chosen cell in CI."""
    with own_engine() as engine:
        monkeypatch.setenv("DOCKER_HOST", engine.host)
        with_image()
        docker = Undisturbed(tmp_path / "whole", sandbox="docker")
        for number in MOMENTS:
            folder = tmp_path / f"run{number}"
            after = docker.moment(number)
            done = drive(folder, kind="other", pid=engine.process.pid, after=after, **docker.plan)
            engine.kill()  # what it left running, too
            if done.returncode:
                assert "dockerd" in done.stderr, done.stderr
            engine.start()
            resumes(folder, docker)


@pytest.mark.parametrize("number", MOMENTS)
def test_the_last_line_is_cut(whole: Undisturbed, tmp_path: Path, number: int) -> None:
    folder = tmp_path / "run"
    at = random.Random(number).randrange(1, CELLS)
    done = drive(folder, kind="die", at=at, workers=1 + number % 2)
    assert done.returncode == -9
    log = folder / NAME
    size = log.stat().st_size
    os.truncate(log, random.Random(number).randrange(1, size))
    assert len(list(read_log(log))) < at
    resumes(folder, whole)


def test_two_drivers_on_one_run(whole: Undisturbed, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    command = [sys.executable, str(DRIVER), str(folder), "{}"]
    pair = [
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    faults = [process.communicate(timeout=300)[1] for process in pair]
    codes = sorted(process.returncode for process in pair)
    assert codes in ([0, 0], [0, 2]), faults
    if codes == [0, 2]:
        assert any("another process is running" in f or "is sealed" in f for f in faults)
    resumes(folder, whole)


@pytest.mark.parametrize("number", MOMENTS)
def test_the_clock_jumps(whole: Undisturbed, tmp_path: Path, number: int) -> None:
    folder = tmp_path / "run"
    done = drive(folder, kind="clock", at=random.Random(number).randrange(1, CELLS), workers=1)
    assert done.returncode == 0, done.stderr
    resumes(folder, whole)


def mounted(size: str) -> tuple[str, ...]:
    """A command prefix: a small disk of its own, seen by nobody else, gone with the command."""
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        pytest.skip("a small disk needs root and unshare")
    script = (
        "set -e; disk=$1; shift; mount -t tmpfs -o size=" + size + ' none "$disk"; code=0; '
        '"$@" || code=$?; rm -f "$disk/ballast"; cp -a "$disk/." "$disk.kept"; exit $code'
    )
    return ("unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh")


@pytest.mark.parametrize("number", MOMENTS)
def test_the_disk_fills_up(whole: Undisturbed, tmp_path: Path, number: int) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    at = random.Random(number).randrange(1, CELLS - 1)
    done = drive(disk / "run", (*mounted("8m"), str(disk)), kind="fill", at=at, workers=1)
    assert done.returncode == 2
    assert "Infra" in done.stderr
    assert "the same command resumes" in done.stderr
    kept = tmp_path / "disk.kept" / "run"
    assert len(list(read_log(kept / NAME))) >= at
    resumes(kept, whole)


def test_a_disk_that_is_too_small_is_refused_at_the_start(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    done = drive(disk / "run", (*mounted("256k"), str(disk)))
    assert done.returncode == 2
    assert "nothing was run" in done.stderr
    assert not (tmp_path / "disk.kept" / "run" / NAME).read_bytes()


def test_a_read_only_folder_is_one_sentence(tmp_path: Path) -> None:
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        pytest.skip("a read-only disk needs root and unshare")
    disk = tmp_path / "disk"
    disk.mkdir()
    script = 'mount -t tmpfs -o ro none "$1" && shift && exec "$@"'
    prefix = ("unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh", str(disk))
    done = drive(disk / "run", prefix)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "make it writable" in done.stderr
