"""The docker sandbox: its container, its image, what is left behind, and an engine that dies."""

from __future__ import annotations

import csv
import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import Infra, NoSandbox
from dreambench_lib.harness.log import NAME, read_log
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.harness.referee import REFEREE_VERSION, Referee
from dreambench_lib.harness.run import run
from dreambench_lib.harness.sandboxes import (
    SANDBOXES,
    SessionLost,
    debian,
    engine,
    image,
    open_sandbox,
)
from dreambench_lib.harness.sandboxes.base import DEFAULT
from dreambench_lib.harness.sandboxes.bubblewrap import Bubblewrap
from dreambench_lib.harness.sandboxes.container import ContainerSession, options
from dreambench_lib.harness.sandboxes.docker import Docker
from dreambench_lib.harness.sandboxes.engine import LABEL, driver, is_dead, reap
from dreambench_lib.harness.seal import seal
from dreambench_lib.harness.verify import read_sealed, verify
from dreambench_lib.records import CellRecord
from dreambench_lib.traps.checks import Call, Check, Equals
from dreambench_lib.trees import text_tree
from tests import engine as engine_for_tests
from tests.engine import Engine, own_engine, with_image

GOOD = text_tree({"m.py": "def f(): return 1\n"})
F = Call(target="m:f")
ONE = Check(id="c", kind="presence", session=1, probe=F, equals=Equals(value=1))
KEY = "a7" * 32
PLAN: dict[str, Any] = {
    "conditions": ["B0", "B5"], "agents": ["reader-careful"],
    "traps": ["C1-envelope", "C9-upload"], "seeds": [1], "key": KEY,
}  # fmt: skip


def containers(label: str = LABEL) -> list[str]:
    """Ids of every container with a label of ours, running or not."""
    found = engine.client().api.containers(all=True, filters={"label": label})
    return [container["Id"] for container in found]


def mine() -> list[str]:
    """Ids of this process's containers: other tests may run beside this one."""
    return containers(f"{LABEL}={driver()}")


def ended(pidfd: int) -> bool:
    """Whether a process is dead, within 20 seconds; closes the descriptor."""
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    try:
        return bool(poll.poll(20_000))
    finally:
        os.close(pidfd)


def cells(folder: Path) -> list[dict[str, str]]:
    with (folder / "cells.csv").open() as file:
        return list(csv.DictReader(file))


# --- one container --------------------------------------------------------------------------------


def test_the_engine_is_asked_for_every_outer_wall() -> None:
    asked = options(DEFAULT, "/somewhere")
    assert asked["network_mode"] == "none"
    assert asked["read_only"] is True
    assert asked["cap_drop"] == ["ALL"]
    assert set(asked["cap_add"]) == {"SETUID", "SETGID", "SETPCAP", "KILL"}
    assert asked["security_opt"] == ["no-new-privileges"]
    assert asked["mem_limit"] == asked["memswap_limit"] == 2 * DEFAULT.memory_bytes
    assert asked["pids_limit"] == 2 * DEFAULT.processes
    assert set(asked["tmpfs"]) == {"/repo", "/tmp", "/dev/shm", "/sys"}
    assert asked["volumes"] == {"/somewhere": {"bind": "/r/c", "mode": "ro"}}
    assert not {"privileged", "devices", "pid_mode", "ipc_mode"} & set(asked)


def test_a_session_leaves_no_container_and_no_folder(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / ("d" * 120)  # longer than a socket's path may be
    deep.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    with Docker().session() as session:
        assert session.observe(GOOD, F).data == b"1"
        assert len(mine()) == 1
        assert list(deep.iterdir()) == [], "the socket's folder is there for the hello only"
    assert mine() == []


def test_a_container_that_ends_is_a_lost_session(engine: str) -> None:
    with Docker().session() as session:
        assert isinstance(session, ContainerSession)
        session.container.kill()
        for _ in range(2):
            with pytest.raises(SessionLost):
                session.observe(GOOD, F)


def test_a_container_that_cannot_start_says_why(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dreambench_lib.harness.sandboxes import container

    real = container.options

    def broken(*args: Any) -> dict[str, Any]:
        return real(*args) | {"command": ["/py/bin/python3", "-c", "raise SystemExit('no runner')"]}

    monkeypatch.setattr(container, "options", broken)
    with pytest.raises(SessionLost, match="does not start: no runner"), Docker().session():
        pass
    assert mine() == []


def test_memory_of_all_processes_is_limited_together(engine: str) -> None:
    """Eight times 100 MiB at once, each below its own limit: the container's bound ends some."""
    source = """
        import os, select
        def f():
            (hold, give), (said, say) = os.pipe(), os.pipe()
            for _ in range(8):
                if os.fork() == 0:
                    os.close(give)
                    block = bytearray(os.urandom(1 << 20) * 100)
                    os.write(say, b"x"); os.read(hold, 1); os._exit(0)
            ready, ends = 0, []
            while ready + len(ends) < 8:
                if select.select([said], [], [], 0.05)[0]: ready += len(os.read(said, 8))
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid: ends.append(os.waitstatus_to_exitcode(status))
            os.close(give)
            ends += [os.waitstatus_to_exitcode(os.wait()[1]) for _ in range(8 - len(ends))]
            return sorted(set(ends))
    """
    tree = text_tree({"m.py": source.replace("\n        ", "\n")})
    with Docker().session() as session:
        seen = session.observe(tree, F)
        assert seen.reason == "exit status 137" or seen.data in (b"[-9]", b"[-9,0]")
        assert session.observe(GOOD, F).data == b"1"


# --- what is left behind --------------------------------------------------------------------------


def test_only_a_driver_that_ran_here_and_ended_is_dead() -> None:
    me = driver()
    assert not is_dead(me)
    machine, pid, started = me.rsplit(":", 2)
    assert is_dead(f"{machine}:{pid}:{int(started) - 1}")
    ended = subprocess.Popen(["true"])
    ended.wait()
    assert is_dead(f"{machine}:{ended.pid}:1")
    boot, space = machine.split(":")
    assert not is_dead(f"{boot}:{int(space) + 1}:{ended.pid}:1"), "another process namespace"
    assert is_dead(f"another-boot:{space}:{pid}:{started}")


def test_leftovers_of_dead_drivers_are_removed_and_others_kept(engine: str) -> None:
    client = engine_client()
    machine = driver().rsplit(":", 2)[0]
    with Docker().session() as session:
        assert isinstance(session, ContainerSession)
        left = client.containers.create(
            image.find(client).id,
            command=["/py/bin/python3"],
            network_mode="none",
            labels={LABEL: f"{machine}:{os.getpid()}:1"},
        )
        reap(client)
        assert session.container.id in containers()
        assert left.id not in containers()


def engine_client() -> Any:
    return engine.client()


HARNESS = """
import threading
from dreambench_lib.harness.sandboxes.docker import Docker
with Docker().session() as session:
    print(session.container.id, flush=True)
    threading.Event().wait(60)
"""


def test_kill_9_of_the_harness_ends_its_container(engine: str) -> None:
    root = str(Path(image.__file__).resolve().parents[3])
    harness = subprocess.Popen(
        [sys.executable, "-c", HARNESS], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([root, *sys.path])},
    )  # fmt: skip
    assert harness.stdout is not None
    with harness.stdout:
        made = engine_client().containers.get(harness.stdout.readline().strip())
    runner = os.pidfd_open(made.attrs["State"]["Pid"])
    harness.send_signal(signal.SIGKILL)
    harness.wait()
    assert ended(runner), "the container outlived its harness"
    reap(engine_client())
    assert made.id not in containers()


ORDINARY = """
import os, sys, tempfile
from dreambench_lib.harness.sandboxes import battery, docker, engine, image
# Everything is imported before it is nobody, who may not read this machine's Python.
image.find(engine.client())
battery.facts()
group = os.stat(sys.argv[1]).st_gid
os.environ["HOME"] = tempfile.tempdir = "/tmp"
os.setgroups([])
os.setresgid(group, group, group)
os.setresuid(61000, 61000, 61000)
engine._client.cache_clear(); image.find.cache_clear()
print([check for check in docker.Docker().check() if not check.passed])
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_an_ordinary_user_of_the_engine_needs_no_root(engine: str) -> None:
    path = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock").removeprefix("unix://")
    root = str(Path(image.__file__).resolve().parents[3])
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([root, *sys.path])}
    done = subprocess.run(
        [sys.executable, "-c", ORDINARY, path], env=env, text=True, capture_output=True
    )
    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr


# --- the image ------------------------------------------------------------------------------------


def test_the_name_carries_the_recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    before = image.name()
    assert before.startswith("dreambench-sandbox:")
    real = image.inside_files()
    monkeypatch.setattr(image, "inside_files", lambda: {**real, "r/inside/stub.py": b"other"})
    image.name.cache_clear()
    assert image.name() != before
    image.name.cache_clear()
    monkeypatch.undo()
    assert image.name() == before


def test_the_image_stands_in_the_cache_key_and_not_in_the_verdict(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = image.find(engine_client())
    referee = Referee(Docker())
    assert found.id in Docker().interpreter()
    assert found.python.startswith("python3.")
    key = referee.key([ONE], GOOD)
    assert key != Referee(Bubblewrap()).key([ONE], GOOD)
    other = found._replace(id="sha256:" + "0" * 64)
    monkeypatch.setattr("dreambench_lib.harness.sandboxes.docker.find", lambda _: other)
    assert referee.key([ONE], GOOD) != key
    assert referee.identity() == f"referee/{REFEREE_VERSION} docker/1"


def test_without_an_image_one_sentence_says_how_to_make_it(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(image, "name", lambda: "dreambench-sandbox:none")
    image.find.cache_clear()
    with pytest.raises(NoSandbox, match=r"has no image .* 'dreambench sandbox build docker'"):
        Docker().interpreter()
    image.find.cache_clear()


def test_without_an_engine_one_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none")
    plan, key = make_plan(**PLAN, sandbox="docker")
    with pytest.raises(NoSandbox, match=r"no docker sandbox starts: no Docker engine .* dockerd"):
        run(plan, key, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_what_the_image_is_made_with_must_be_there(
    engine: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with monkeypatch.context() as patch:
        patch.setattr(debian.shutil, "which", lambda *_, **__: None)
        with pytest.raises(NoSandbox, match="apt install debootstrap"):
            image.build(again=True)
    tool = tmp_path / "bin" / "debootstrap"
    tool.parent.mkdir()
    tool.write_text('#!/bin/sh\nmkdir -p "$4"/usr/bin\necho "E: no such mirror"\nexit 1\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tool.parent}:{os.environ['PATH']}")
    with monkeypatch.context() as patch:
        patch.setattr(debian.os, "geteuid", lambda: 1000)
        with pytest.raises(NoSandbox, match="needs root: sudo dreambench sandbox build docker"):
            image.build(again=True)
    said: list[str] = []
    with pytest.raises(Infra, match=r"debootstrap failed .E: no such mirror"):
        image.build(said.append, again=True)
    assert said == ["E: no such mirror"]
    assert list((tmp_path / "dreambench" / "images").iterdir()) == []


# --- an engine that dies --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def with_bubblewrap(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bubblewrap") / "run"
    run(*make_plan(**PLAN), folder, workers=1, cache=None)
    seal(folder)
    return folder


def same_outcomes(folder: Path, other: Path) -> None:
    """Every record, verdicts with reasons included; only the plan says which sandbox it was."""
    assert [record for record, _ in read_sealed(folder)] == [r for r, _ in read_sealed(other)]
    assert cells(folder) == cells(other)


def test_a_run_in_docker_ends_like_one_in_bubblewrap(
    engine: str, with_bubblewrap: Path, tmp_path: Path
) -> None:
    run(*make_plan(**PLAN, sandbox="docker"), tmp_path / "run", workers=2, cache=None)
    seal(tmp_path / "run")
    same_outcomes(tmp_path / "run", with_bubblewrap)
    facts = (tmp_path / "run" / "environment.json").read_text()
    assert image.find(engine_client()).id in facts
    assert image.find(engine_client()).id in (tmp_path / "run" / "attempts.jsonl").read_text()
    assert all(finding.passed for finding in verify(tmp_path / "run", rescore=True))


@pytest.fixture
def mortal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    """An engine of the test's own, with the image in it."""
    with own_engine() as own:
        monkeypatch.setenv("DOCKER_HOST", own.host)
        with_image()
        yield own


def test_an_engine_that_dies_in_a_run_costs_no_cell(
    mortal: Engine, with_bubblewrap: Path, tmp_path: Path
) -> None:
    plan, key = make_plan(**PLAN, sandbox="docker")
    folder = tmp_path / "run"

    def die(record: CellRecord | None, done: int, total: int) -> None:
        if record is not None and done == 2:
            mortal.kill()

    with pytest.raises(Infra, match=r"no sandbox starts .*then resume the run"):
        run(plan, key, folder, workers=1, cache=None, progress=die)
    kept = list(read_log(folder / NAME))
    assert len(kept) == 2
    assert all(record.failed_party is None for record in kept)
    with pytest.raises(NoSandbox, match="nothing was run"):
        run(plan, key, folder, workers=1, cache=None)
    assert list(read_log(folder / NAME)) == kept
    mortal.start()
    run(plan, key, folder, workers=1, cache=None)
    assert list(read_log(folder / NAME))[:2] == kept
    seal(folder)
    same_outcomes(folder, with_bubblewrap)
    assert containers() == []


def test_engine_and_container_that_die_in_a_session_score_nothing(mortal: Engine) -> None:
    referee = Referee(Docker())
    with referee.session() as judge:
        assert judge([ONE], GOOD).passed
        session = judge._session
        assert isinstance(session, ContainerSession)
        session.container.reload()
        pid = os.pidfd_open(session.container.attrs["State"]["Pid"])
        mortal.kill()
        signal.pidfd_send_signal(pid, signal.SIGKILL)
        assert ended(pid)
        with pytest.raises(Infra, match="no sandbox starts"):
            judge([ONE], GOOD)
    mortal.start()
    with referee.session() as judge:
        assert judge([ONE], GOOD).passed


def test_a_missing_engine_is_a_skip_here_and_a_failure_where_it_is_required(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine_for_tests.shutil, "which", lambda *_, **__: None)
    monkeypatch.delenv(engine_for_tests.REQUIRED, raising=False)
    with pytest.raises(pytest.skip.Exception, match="dockerd is not installed"), own_engine():
        pass
    monkeypatch.setenv(engine_for_tests.REQUIRED, "1")
    with pytest.raises(pytest.fail.Exception, match="dockerd is not installed"), own_engine():
        pass


def test_docker_is_a_sandbox_like_any_other() -> None:
    assert isinstance(open_sandbox("docker"), Docker)
    assert isinstance(open_sandbox(SANDBOXES["docker"]), Docker)
    assert open_sandbox("docker").identity() == "docker/1"
