"""The self-check battery: it passes in every sandbox, and each of its checks can fail.

Sandboxes are broken on purpose here, one wall at a time, and must then be found out.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dreambench_lib.errors import NoSandbox
from dreambench_lib.harness.sandboxes import (
    Observation,
    SelfCheck,
    SessionLost,
    battery,
    launch,
    layout_a,
    layout_c,
)
from dreambench_lib.harness.sandboxes import bubblewrap as bubblewraps
from dreambench_lib.harness.sandboxes import container as containers
from dreambench_lib.harness.sandboxes import engine as engines
from dreambench_lib.harness.sandboxes import image as images
from dreambench_lib.harness.sandboxes.asks import Answer
from dreambench_lib.harness.sandboxes.base import DEFAULT, Limits
from dreambench_lib.harness.sandboxes.battery import AFTERWARDS, failing, host_with_secrets, judged
from dreambench_lib.harness.sandboxes.bubblewrap import Bubblewrap
from dreambench_lib.harness.sandboxes.docker import Docker
from dreambench_lib.harness.sandboxes.promises import PROJECT, questions
from dreambench_lib.harness.work import check_sandbox
from tests.engine import EVERY, sandbox_of

GROUPS = {"network", "files", "processes", "environment", "identity", "mounts", "limits"}


def failed(results: list[SelfCheck]) -> set[str]:
    return {result.name for result in results if not result.passed}


@pytest.fixture(scope="module", params=EVERY)
def battery_of(request: pytest.FixtureRequest) -> tuple[str, list[SelfCheck]]:
    return request.param, sandbox_of(request.param, request).check()


@pytest.fixture(scope="module")
def names() -> list[str]:
    return [check.name for check in Bubblewrap("runner").check()]


def test_every_promise_is_kept(battery_of: tuple[str, list[SelfCheck]], names: list[str]) -> None:
    _, results = battery_of
    assert [result for result in results if not result.passed] == []
    assert [result.name for result in results] == names
    assert len(results) == len(set(names)) >= 40
    assert {result.group for result in results} == {*GROUPS, "aftermath"}


def test_nothing_is_excused_but_what_is_said(battery_of: tuple[str, list[SelfCheck]]) -> None:
    name, results = battery_of
    weaker = {"single": layout_a.WEAKER, "docker": containers.WEAKER}.get(name, {})
    told = {check.name: check.detail for check in results if check.detail}
    assert set(told) <= set(weaker)
    assert told == {name: weaker[name].why for name in told}


# --- contrary facts -------------------------------------------------------------------------------

CONTRARY: dict[str, Any] = {
    "an ordinary user, and one only": [0],
    "processes are limited": 2 * DEFAULT.processes,
    "open files are limited": 2 * DEFAULT.open_files,
    "temporary space is limited": 64,
    "temporary files are limited": DEFAULT.temp_files + 100,
    "space for the tree is limited": 192,
    "files of the tree are limited": 10_000_000,
    "nobody becomes root": False,
}
"""What a sandbox without the wall shows, where that is not the plain opposite below."""


def opposite(expected: Any) -> Any:
    """What would come back if a promise were broken."""
    if expected == []:
        return ["/leak"]
    if isinstance(expected, int):
        return expected + 1
    if isinstance(expected, list):
        return [*expected, "more"]
    if isinstance(expected, dict):
        return {**expected, "more": 1}
    return "allowed"


def every_answer() -> list[tuple[str, Answer]]:
    with host_with_secrets() as host:
        asks = (*questions(host), *AFTERWARDS)
    return [(ask.group, answer) for ask in asks for answer in ask.answers]


@pytest.mark.parametrize(("group", "answer"), every_answer(), ids=lambda item: str(item)[:60])
def test_a_contrary_fact_fails_its_check(group: str, answer: Answer) -> None:
    contrary = CONTRARY.get(answer.name, None if callable(answer.expected) else ...)
    contrary = opposite(answer.expected) if contrary is ... else contrary
    assert contrary is not None, "say above what a broken sandbox shows"
    shown = {answer.key: contrary} if answer.key else contrary
    seen = Observation("ok", data=json.dumps(shown).encode())
    check = judged(group, answer, seen, None)
    assert (check.passed, check.group) == (False, group)
    assert check.detail.startswith("saw ")
    for weaker in (layout_a.WEAKER, containers.WEAKER):
        excused = judged(group, answer, seen, weaker.get(answer.name))
        known = weaker is layout_a.WEAKER and answer.name in weaker
        assert excused.passed == known
    silent = judged(group, answer, Observation("failed", "raised KeyError"), None)
    assert not silent.passed


def test_a_probe_that_should_fail_must_fail_for_the_right_reason() -> None:
    assert failing("limits", "x", Observation("failed", "timeout"), "timeout").passed
    assert not failing("limits", "x", Observation("failed", "no answer"), "timeout").passed
    assert not failing("limits", "x", Observation("ok"), "timeout").passed


# --- broken on purpose ----------------------------------------------------------------------------


class Weak(NamedTuple):
    """Edits of the files that run inside (file, old, new), and what must then be found."""

    edits: tuple[tuple[str, str, str], ...]
    found: set[str]


WEAK = {
    "no filter of calls": Weak(
        (
            ("walls.py", "    load_filter()\n", ""),
            ("walls.py", 'or status["Seccomp"] != "2"', ""),
        ),
        {
            "a filter of calls is on", "no netlink socket", "no socket of any other family",
            "memfd_create is refused", "shmget is refused", "personality is refused",
            "clone3 does not exist", "setns is refused", "umount2 is refused",
        },
    ),
    "no limits": Weak(
        (("walls.py", "        resource.setrlimit(number, (value, value))\n", "        pass\n"),),
        {
            "memory is limited", "processes are limited", "a file's size is limited",
            "open files are limited", "processor time is limited",
        },
    ),
    "room for everything": Weak(
        (("walls.py", 'return f"size={', 'return "size=300m,nr_inodes=90000" or f"{'),),
        {
            "temporary space is limited", "temporary files are limited",
            "space for the tree is limited", "files of the tree are limited",
        },
    ),
    "rights are kept": Weak(
        (("runner.py", "        walls.give_up_privileges()\n", ""),),
        {"no capability in any set", "a filter of calls is on", "mount is refused",
         "unshare is refused", "chroot is refused"},
    ),
    "pid 1 is open": Weak(
        (("runner.py", "walls.prctl(walls.DUMPABLE, 0)", "walls.prctl(walls.DUMPABLE, 1)"),),
        {"pid 1 cannot be written to", "pid 1's descriptors are closed", "pid 1's root is closed"},
    ),
    "things are left lying about": Weak(
        (
            ("stub.py", "    os.umask(0o022)\n",
             "    os.umask(0o077); os.environ['LEAK'] = 'canary-' + 32 * '0'\n"),
            ("runner.py", '        os.chdir("/repo")\n        walls.give', "        walls.give"),
            ("walls.py", "    os.closerange(5, 1 << 30)\n", "    os.dup2(null, 9)\n"),
            ("walls.py", '    null = os.open("/dev/null", os.O_RDWR)\n',
             "    null, more = os.pipe()\n    os.write(more, b'typed'); os.close(more)\n"),
            ("runner.py", '        tree.unpack(blob, b"/repo")\n',
             '        tree.unpack(blob, b"/repo")\n'
             '        [open(p + "/canary", "w").write("canary-" + 32 * "0") '
             'for p in ("/repo", "/tmp", "/dev/shm")]\n'),
        ),
        {
            "the environment is ours", "work starts in the tree", "the umask is the usual one",
            "standard input is empty", "no stray descriptor", "no canary in any file",
            "no canary in memory", "the tree starts with nothing else", "/tmp starts empty",
            "/dev/shm starts empty",
        },
    ),
    "one network for all probes": Weak(
        (("walls.py", " | 0x08000000 | 0x40000000", " | 0x08000000"),),
        {"no connection leaves a trace"},
    ),
    "a network that is down": Weak(
        (("walls.py", "up_and_running = 0x1 | 0x40", "up_and_running = 0"),), {"lo works"}
    ),
}  # fmt: skip


def edited(
    monkeypatch: pytest.MonkeyPatch, place: Any, edits: tuple[tuple[str, str, str], ...]
) -> None:
    """Ship edited files into what `place` starts."""
    real = place.shipped

    def shipped(more: tuple[str, ...] = ()) -> dict[str, bytes]:
        files = dict(real(more))
        for name, old, new in edits:
            assert old.encode() in files[name], (name, old)
            files[name] = files[name].replace(old.encode(), new.encode())
        return files

    monkeypatch.setattr(place, "shipped", shipped)


@pytest.mark.parametrize("weakness", WEAK)
def test_a_missing_wall_is_found(weakness: str, monkeypatch: pytest.MonkeyPatch) -> None:
    edited(monkeypatch, launch, WEAK[weakness].edits)
    found = failed(Bubblewrap("runner").check())
    assert WEAK[weakness].found <= found


def test_the_hosts_network_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connects to the battery's own listeners on loopback only."""
    edits = (
        ("walls.py", " | 0x08000000 | 0x40000000", " | 0x08000000"),
        ("runner.py", "        walls.bring_up_loopback()\n", ""),
    )
    edited(monkeypatch, launch, edits)
    real = layout_c.common_arguments
    kinds = [f"--unshare-{kind}" for kind in ("user", "ipc", "pid", "uts", "cgroup-try")]
    monkeypatch.setattr(
        layout_c,
        "common_arguments",
        lambda: [*kinds, *(word for word in real() if word != "--unshare-all")],
    )
    assert {
        "the host's loopback is another one",
        "abstract sockets of the host are away",
    } <= failed(Bubblewrap("runner").check())


def test_folders_of_the_host_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as home:
        Path(home).chmod(0o755)
        Path(home, "s").touch()
        for variable in ("HOME", "TMPDIR"):
            monkeypatch.setenv(variable, home)
        monkeypatch.setenv("DOCKER_HOST", f"unix://{home}/s")
        monkeypatch.setattr(tempfile, "tempdir", home)
        more = ["--ro-bind", "/etc", "/etc", "--ro-bind", "/usr/bin", "/usr/bin"]
        more += ["--ro-bind", home, home, "--dev-bind", "/dev/null", "/dev/more"]
        more += ["--hostname", "host", "--dir", str(PROJECT)]
        real = layout_c.common_arguments
        monkeypatch.setattr(layout_c, "common_arguments", lambda: [*real(), *more])
        found = failed(Bubblewrap("runner").check())
    # Every probe has a /tmp of its own, which hides a project that lies there.
    hidden = {"the project is away"} if PROJECT.is_relative_to("/tmp") else set[str]()
    assert {
        "the project is away", "the home folder is away", "sealed files are away",
        "no program but Python", "no folder of the system shows anything", "nothing else in /",
        "no canary in any file", "no engine's socket", "no resolver's file",
        "sockets of the host at a path are away", "only harmless devices",
        "no mount names a folder of the host", "the host's name is hidden",
    } - hidden <= found  # fmt: skip


def test_output_without_a_cap_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wide(Bubblewrap):
        def session(self, limits: Limits = DEFAULT) -> Any:
            return super().session(limits.model_copy(update={"output_bytes": 1 << 24}))

    monkeypatch.setattr(battery, "HANGS", 0.1)
    found = failed(Wide("runner").check())
    assert {"output is capped", "complaints are capped", "what hangs is ended"} <= found


def test_a_container_that_is_not_swept_is_found(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    edits = (
        ("users.py", "            kill_all()\n", ""),
        ("users.py", "            _as_user(user, _wipe)\n", ""),
        ("users.py", "        left = [place", "        left = [] and [place"),
        ("users.py", "walls.give_up_privileges(user)", "walls.give_up_privileges(0)"),
    )
    edited(monkeypatch, images, edits)
    options = containers.options

    def weaker(limits: Limits, folder: str) -> dict[str, Any]:
        return options(limits, folder) | {"read_only": False, "sysctls": {}}

    monkeypatch.setattr(containers, "options", weaker)
    client = engines.client()
    images.name.cache_clear()
    images.find.cache_clear()
    name = images.build().name
    try:
        found = failed(Docker().check())
    finally:
        client.images.remove(name, force=True)
        images.name.cache_clear()
        images.find.cache_clear()
    assert {
        "an ordinary user, and one only", "never the host's root", "the root is read-only",
        "nothing of the system can be written", "it is gone for the next probe",
        "no file is left for the next probe", "no abstract socket is left",
        "no connection leaves a trace", "low ports are root's", "so are pings",
    } <= found  # fmt: skip


def test_whoever_outlives_a_session_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battery, "alive_in", lambda namespace: [4711])
    assert failed(Bubblewrap("runner").check()) == {"nothing is alive afterwards"}


# --- what a run makes of it -----------------------------------------------------------------------


def test_a_broken_promise_stops_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    edited(monkeypatch, launch, WEAK["no limits"].edits)
    with pytest.raises(NoSandbox, match=r"memory is limited.*doctor --sandbox.*nothing was run"):
        check_sandbox("bubblewrap")


def test_a_sandbox_that_does_not_start_stops_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: Any) -> Any:
        raise SessionLost("no walls")

    monkeypatch.setattr(bubblewraps, "LAYOUTS", {"runner": lost, "single": lost})
    bubblewraps.best_layout.cache_clear()
    with pytest.raises(NoSandbox, match=r"no bubblewrap sandbox starts.*no walls.*nothing was run"):
        check_sandbox("bubblewrap")
    bubblewraps.best_layout.cache_clear()
