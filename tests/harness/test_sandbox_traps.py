"""Seven traps that sandboxes of this kind fall into, each tried in every one of ours.

Nothing is written to a kernel setting, no socket is ever connected, everything is bounded.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from dreambench_lib.harness.sandboxes import container, open_sandbox
from dreambench_lib.harness.sandboxes.base import DEFAULT, TIMEOUT, SandboxSession
from dreambench_lib.harness.sandboxes.survivors import alive_in
from dreambench_lib.traps.checks import Call
from dreambench_lib.trees import text_tree
from tests.engine import EVERY, sandbox_of

CANARY = "canary-in-the-environment"


@pytest.fixture(scope="module", params=EVERY)
def opened(request: pytest.FixtureRequest) -> Iterator[tuple[str, Any]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CANARY_KEY", CANARY)
        with sandbox_of(request.param, request).session() as session:
            yield request.param, session


def ask(session: SandboxSession, source: str, *args: object, seconds: float | None = None) -> Any:
    """What `f` of this source returns inside."""
    tree = text_tree({"m.py": dedent(source)})
    seen = session.observe(tree, Call(target="m:f", args=args), seconds)
    assert seen.status == "ok", (seen.reason, seen.note)
    return json.loads(seen.data)


def test_1_a_probe_is_never_the_hosts_root(opened: tuple[str, Any]) -> None:
    """Not even when root started the harness: kernel settings would open for it."""
    _, session = opened
    source = """
        import os
        def f():
            found = []
            for folder, _, names in os.walk("/proc/sys"):
                for name in names:
                    try: os.close(os.open(folder + "/" + name, os.O_WRONLY)); found.append(name)
                    except OSError: pass
            return found
    """
    assert ask(session, source) == []
    assert session.host_users
    assert 0 not in session.host_users


def test_2_the_first_process_inside_shows_no_environment(opened: tuple[str, Any]) -> None:
    _, session = opened
    source = """
        import os
        def f(words):
            found = []
            for pid in filter(str.isdigit, os.listdir("/proc")):
                for name in ("environ", "cmdline"):
                    path = f"/proc/{pid}/{name}"
                    try:
                        with open(path, "rb") as file: text = file.read()
                    except OSError: continue
                    found += [(path, word) for word in words if word.encode() in text]
            return found
    """
    words = [CANARY, "CANARY_KEY", "OPENAI", "--ro-bind", str(Path(container.__file__).parents[3])]
    assert ask(session, source, words) == []


def test_3_no_socket_that_a_network_namespace_does_not_cover(opened: tuple[str, Any]) -> None:
    """Only makes sockets; AF_VSOCK, netlink, packet, and every other family."""
    _, session = opened
    source = """
        import errno, socket
        def f():
            open_to_us = []
            for family in range(46):
                for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
                    try: socket.socket(family, kind).close()
                    except OSError as error:
                        if error.errno == errno.EPERM: continue
                    if family not in open_to_us: open_to_us.append(family)
            return open_to_us
    """
    assert ask(session, source) == [1, 2, 10]


def test_4_mountinfo_tells_nothing_of_the_project(opened: tuple[str, Any], tmp_path: Path) -> None:
    """A bind mount shows its folder on the host; ours are in memory, or named by chance."""
    name, session = opened
    source = """
        def f():
            with open("/proc/self/mountinfo") as file: return [line.strip() for line in file]
    """
    lines = ask(session, source)
    project = Path(container.__file__).resolve().parents[3]
    for word in (str(project), str(tmp_path), str(Path.home()), "dreambench", "trap"):
        assert not [line for line in lines if word in line and word != "/"], word
    host = [line for line in lines if "/tmp/" in line]
    allowed = container.WEAKER["no mount names a folder of the host"].expected
    assert host == [] or (name == "docker" and callable(allowed) and allowed(host))


BOMB = """
    import os, select
    def f():
        for _ in range(40):
            try:
                if os.fork() == 0:
                    os.setsid()
                    if os.fork() == 0: os.closerange(0, 1 << 16)
                    select.select([], [], [], 20); os._exit(0)
            except OSError: pass
        select.select([], [], [], 20)
"""


def test_5_nobody_survives_a_kill(opened: tuple[str, Any]) -> None:
    """All are dead when the answer is back, not some time after."""
    name, session = opened
    tree = text_tree({"m.py": dedent(BOMB)})
    for _ in range(3):
        assert session.observe(tree, Call(target="m:f"), 0.4).reason == TIMEOUT
        left = alive_in(session.namespace)
        # Where there is one, the runner lives on (and under bubblewrap its two first processes).
        assert len(left) <= {"single": 0, "runner": 3, "docker": 1}[name], left
    one = "def f(): return 1"
    assert ask(session, one) == 1


@pytest.mark.parametrize("name", ["bubblewrap", "docker"])
def test_6_a_sandbox_outlives_the_thread_that_opened_it(
    name: str, request: pytest.FixtureRequest
) -> None:
    """A parent's death is the death of a thread, to the kernel."""
    if name == "docker":
        request.getfixturevalue("engine")
    context = open_sandbox(name).session()
    with ThreadPoolExecutor(1) as pool:
        session = pool.submit(context.__enter__).result()
        thread = pool.submit(threading.get_native_id).result()
    until = time.monotonic() + 20
    while Path(f"/proc/self/task/{thread}").exists() and time.monotonic() < until:
        os.sched_yield()  # joined, but the kernel may need a moment more
    assert not Path(f"/proc/self/task/{thread}").exists()
    try:
        assert ask(session, "def f(): return 1") == 1
    finally:
        context.__exit__(None, None, None)


def test_7_no_memory_is_to_be_had_that_no_limit_counts(opened: tuple[str, Any]) -> None:
    """memfd, System V, message queues, and files without content."""
    name, session = opened
    source = """
        import ctypes, errno, os, platform
        libc = ctypes.CDLL(None, use_errno=True)
        def call(x86, arm, *args):
            number = x86 if platform.machine() == "x86_64" else arm
            words = [ctypes.c_ulong(a) if isinstance(a, int) else a for a in args]
            if libc.syscall(number, *words) >= 0: return "allowed"
            return errno.errorcode[ctypes.get_errno()]
        def names(folder, most):
            for n in range(most):
                try: os.close(os.open(f"{folder}/{n}", os.O_CREAT | os.O_WRONLY))
                except OSError: return n
            return most
        def f(most):
            return {
                "memfd_create": call(319, 279, b"x", 0), "shmget": call(29, 194, 0, 4096, 0o1600),
                "semget": call(64, 190, 0, 1, 0o1600), "msgget": call(68, 186, 0, 0o1600),
                "mq_open": call(240, 180, b"x", 0o102, 0o600, None),
                "memfd_secret": call(447, 447, 0),
                "names": [names(place, most) < most for place in ("/tmp", "/dev/shm")],
            }
    """
    seen = ask(session, source, 5_000)
    # Bubblewrap by itself limits bytes; only a runner can also limit names.
    assert seen.pop("names") == [name != "single"] * 2
    assert seen == dict.fromkeys(seen, "EPERM")


@pytest.mark.parametrize("name", EVERY)
def test_processor_time_runs_out(name: str, request: pytest.FixtureRequest) -> None:
    """The limit as such; the battery only reads it, since it would take 20 seconds."""
    tree = text_tree({"m.py": "def f():\n    while True: pass\n"})
    limits = DEFAULT.model_copy(update={"cpu_seconds": 1})
    with sandbox_of(name, request).session(limits) as session:
        seen = session.observe(tree, Call(target="m:f"), 60)
    assert seen.reason in ("exit status 137", "exit status 152")  # SIGKILL, SIGXCPU


@pytest.mark.skipif(os.geteuid() != 0, reason="only root could start it as root")
def test_root_is_left_behind_before_bubblewrap_starts() -> None:
    with open_sandbox("bubblewrap").session() as session:
        assert session.host_users == {61_000}  # type: ignore[attr-defined]
