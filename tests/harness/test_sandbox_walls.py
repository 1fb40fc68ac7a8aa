"""Walls of bubblewrap's layouts from outside and inside, and the filter's own logic."""

from __future__ import annotations

import errno
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dreambench_lib.errors import DreamBenchError, NoSandbox
from dreambench_lib.harness.sandboxes import SessionLost, bubblewrap, link
from dreambench_lib.harness.sandboxes.base import TIMEOUT
from dreambench_lib.harness.sandboxes.bubblewrap import LAYOUTS, Bubblewrap
from dreambench_lib.harness.sandboxes.inside import bpf, stub
from dreambench_lib.harness.sandboxes.inside.tree import pack, read_whole, unpack
from dreambench_lib.harness.sandboxes.inventory import memory_file
from dreambench_lib.harness.sandboxes.layout_c import RunnerSession
from dreambench_lib.harness.sandboxes.survivors import alive_in
from dreambench_lib.traps.checks import Call, Run
from dreambench_lib.trees import text_tree
from dreambench_lib.walk import read_tree

GOOD = text_tree({"m.py": "def f(): return 1\n"})
F = Call(target="m:f")
BOMB = text_tree(
    {
        "m.py": """
import os, select
def f():
    for _ in range(40):
        try:
            if os.fork() == 0: select.select([], [], [], 20); os._exit(0)
        except OSError: pass
    select.select([], [], [], 20)
"""
    }
)
SEARCH = text_tree(
    {
        "m.py": """
import os
def find(words):
    found = []
    for folder, _, names in os.walk("/proc"):
        for name in names:
            if name in ("environ", "cmdline", "mountinfo", "mounts", "maps", "status", "stat"):
                try:
                    with open(folder + "/" + name, "rb") as file: text = file.read()
                except OSError: continue
                found += [(folder + "/" + name, word) for word in words if word.encode() in text]
    return found
"""
    }
)


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_no_environment_argument_or_path_of_the_host_is_inside(
    layout: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CANARY_KEY", "canary-in-the-environment")
    words = [
        "canary-in-the-environment",
        "CANARY_KEY",
        str(tmp_path),
        str(Path.home()),
        "--ro-bind",
    ]
    words += [str(Path(bubblewrap.__file__).resolve().parents[3]), "site-packages", "OPENAI"]
    with Bubblewrap(layout).session() as session:
        seen = session.observe(SEARCH, Call(target="m:find", args=(words,)))
    assert seen.data == b"[]"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can start it as somebody else")
@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_a_root_harness_never_starts_bubblewrap_as_root(layout: str) -> None:
    with Bubblewrap(layout).session() as session:
        session.observe(GOOD, F)
        assert isinstance(session, tuple(LAYOUTS.values()))
        assert session.host_users
        assert 0 not in session.host_users


def test_kernel_settings_cannot_be_opened_for_writing() -> None:
    """Only tries to open them; writes nothing."""
    tree = text_tree(
        {
            "m.py": """
import os
def opened():
    found = []
    for folder, _, names in os.walk("/proc/sys"):
        for name in names:
            try: os.close(os.open(folder + "/" + name, os.O_WRONLY)); found.append(name)
            except OSError: pass
    return found
"""
        }
    )
    for layout in LAYOUTS:
        with Bubblewrap(layout).session() as session:
            assert session.observe(tree, Call(target="m:opened")).data == b"[]"


def test_nothing_is_alive_when_a_kill_returns() -> None:
    with Bubblewrap("runner").session() as session:
        assert isinstance(session, RunnerSession)
        idle = len(alive_in(session.namespace))
        for _ in range(3):
            assert session.observe(BOMB, F, 0.3).reason == TIMEOUT
            assert len(alive_in(session.namespace)) == idle
        namespace = os.dup(session.namespace)
    assert alive_in(namespace) == []
    os.close(namespace)


def test_closing_ends_a_probe_that_still_forks() -> None:
    with Bubblewrap("runner").session() as session, ThreadPoolExecutor(1) as pool:
        assert isinstance(session, RunnerSession)
        namespace = os.dup(session.namespace)
        running = pool.submit(session.observe, BOMB, F, 20)
        until = time.monotonic() + 20
        while len(alive_in(namespace)) < 8 and time.monotonic() < until:
            pass
        session.bubble.end()
        assert alive_in(namespace) == []
        with pytest.raises(SessionLost):
            running.result()
    os.close(namespace)


def test_a_kill_that_comes_too_late_hits_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    class Late(link.Probe):
        def __init__(self, control: socket.socket, number: int) -> None:
            super().__init__(control, number)
            link.send(control, {"kill": number - 1})

    monkeypatch.setattr(link, "Probe", Late)
    slow = text_tree({"m.py": "import select\ndef f(): select.select([], [], [], 0.2); return 1\n"})
    with Bubblewrap("runner").session() as session:
        for tree in (slow, GOOD, slow):
            assert session.observe(tree, F).data == b"1"


def test_a_session_that_lost_its_runner_says_so() -> None:
    with Bubblewrap("runner").session() as session:
        assert isinstance(session, RunnerSession)
        assert session.observe(GOOD, F).data == b"1"
        session.bubble.kill()
        with pytest.raises(SessionLost):
            session.observe(GOOD, F)
        with pytest.raises(SessionLost):
            session.observe(GOOD, F)


def test_kill_9_of_the_harness_ends_its_sandboxes() -> None:
    code = """
import sys, threading
from dreambench_lib.harness.sandboxes.bubblewrap import Bubblewrap
with Bubblewrap("runner").session() as session:
    print(session.bubble.init_pid, flush=True)
    threading.Event().wait(60)
"""
    root = str(Path(bubblewrap.__file__).resolve().parents[3])
    path = os.pathsep.join([root, *sys.path])
    harness = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}
    )
    assert harness.stdout is not None
    init = os.pidfd_open(int(harness.stdout.readline()))
    harness.send_signal(signal.SIGKILL)
    harness.wait()
    poll = select.poll()
    poll.register(init, select.POLLIN)
    assert poll.poll(20_000), "the sandbox outlived its harness"
    os.close(init)
    harness.stdout.close()


def test_many_sessions_leave_no_descriptor_open() -> None:
    def opened() -> int:
        return len(os.listdir("/proc/self/fd"))

    counts = []
    for _ in range(3):
        for layout in LAYOUTS:
            with Bubblewrap(layout).session() as session:
                session.observe(GOOD, F)
                session.observe(GOOD, Run(argv=("python", "m.py")))
        counts.append(opened())
    assert counts[0] == counts[-1]


def test_when_no_layout_works_one_sentence_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __init__(self, limits: object) -> None:
            raise SessionLost("Creating new namespace failed")

    monkeypatch.setattr(bubblewrap, "LAYOUTS", {"runner": Broken, "single": Broken})
    bubblewrap.best_layout.cache_clear()
    with pytest.raises(NoSandbox, match=r"Creating new namespace failed.*apt install bubblewrap"):
        bubblewrap.best_layout()
    monkeypatch.setattr(bubblewrap, "LAYOUTS", {"runner": Broken, "single": LAYOUTS["single"]})
    assert bubblewrap.best_layout() == "single"
    bubblewrap.best_layout.cache_clear()


def test_a_wrong_layout_lists_the_right_ones() -> None:
    with pytest.raises(DreamBenchError, match="runner, single"):
        Bubblewrap("singel")


def test_a_blob_unpacks_to_the_same_tree(tmp_path: Path) -> None:
    entries = [(b"a/b", "exec", b"x"), (b"a/c\xff", "file", b""), (b"l", "link", b"a/b")]
    fd = memory_file(pack(entries))
    unpack(read_whole(fd), os.fsencode(tmp_path))
    assert [(path, *entry) for path, entry in read_tree(tmp_path).items()] == entries
    os.close(fd)


@pytest.mark.parametrize("value", [{1: 2}, {"a": {1}}, b"x", 1j, float("inf"), [object()]])
def test_only_plain_values_are_answers(value: object) -> None:
    with pytest.raises(stub.Refused):
        stub.plain(value)


# --- the filter, executed by a small interpreter of its own ---------------------------------------


def verdict(machine: str, call: int, *args: int, architecture: int | None = None) -> int:
    """What the program returns for one system call."""
    arch = bpf.MACHINES[machine][0] if architecture is None else architecture
    data = struct.pack("=IIQ6Q", call, arch, 0, *(*args, 0, 0, 0, 0, 0, 0)[:6])
    steps = list(struct.iter_unpack("=HBBI", bpf.program(machine)))
    at = value = 0
    while True:
        code, yes, no, k = steps[at]
        at += 1
        if code == bpf.RETURN:
            return int(k)
        if code == bpf.LOAD:
            (value,) = struct.unpack_from("=I", data, k)
        else:
            tests = {bpf.EQUAL: value == k, bpf.AT_LEAST: value >= k, bpf.ANY_BIT: bool(value & k)}
            at += yes if tests[code] else no


def fails_with(number: int) -> int:
    return 0x00050000 | number


@pytest.mark.parametrize("machine", sorted(bpf.MACHINES))
def test_the_filter_decides_as_it_says(machine: str) -> None:
    column = bpf.MACHINES[machine][1]
    judged = {name: numbers[column] for name, numbers in bpf.JUDGED.items()}
    eperm = fails_with(errno.EPERM)
    for row in bpf.REFUSED.split(","):
        name, *numbers = row.split()
        assert len(numbers) == 2, name
        if numbers[column] != "-":
            assert verdict(machine, int(numbers[column])) == eperm, name
    for family in range(64):
        expected = bpf.ALLOW if family in (1, 2, 10) else eperm
        assert verdict(machine, judged["socket"], family) == expected
        assert verdict(machine, judged["socketpair"], family) == expected
    assert verdict(machine, judged["clone"], 0x01200011) == bpf.ALLOW
    for bit in (17, 25, 26, 27, 28, 29, 30):
        assert verdict(machine, judged["clone"], 0x11 | 1 << bit) == eperm
    assert verdict(machine, judged["ioctl"], 0, 0x5401) == bpf.ALLOW
    for request in (0x5412, 0x541C, 0x100000000 | 0x5412):
        assert verdict(machine, judged["ioctl"], 0, request) == eperm
    assert verdict(machine, 435) == fails_with(errno.ENOSYS)
    assert verdict(machine, 463) == fails_with(errno.ENOSYS)
    assert verdict(machine, 63) == bpf.ALLOW
    assert verdict(machine, 63, architecture=0x40000003) == bpf.KILL
    if machine == "x86_64":
        assert verdict(machine, bpf.X32 | 1) == fails_with(errno.ENOSYS)


def test_no_filter_for_a_machine_without_a_table() -> None:
    with pytest.raises(OSError, match="no seccomp table for vax"):
        bpf.program("vax")
