"""What an agent's room in Docker shares with bubblewrap's, and what only it can get wrong."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.agents.protocol import Command, Workspace
from dreambench_lib.errors import BadInput, Infra
from dreambench_lib.harness.gateway.door import Door
from dreambench_lib.harness.gateway.room import ROOMS, DockerRoom, check_rooms
from dreambench_lib.harness.sandboxes import room_bubblewrap, room_docker
from dreambench_lib.harness.sandboxes.agent_room import Opened, OpenRoom, RoomLimits, entries
from dreambench_lib.harness.sandboxes.base import SelfCheck, SessionLost, Weaker
from dreambench_lib.harness.sandboxes.engine import LABEL, client, driver
from dreambench_lib.harness.sandboxes.hear import Kept, hear
from dreambench_lib.harness.sandboxes.room_battery import check_room
from dreambench_lib.harness.sandboxes.room_bubblewrap import open_bubble
from dreambench_lib.harness.sandboxes.room_docker import open_container
from dreambench_lib.harness.sandboxes.survivors import alive_in
from dreambench_lib.harness.sandboxes.usr import hidden
from tests.gateway.scenes import TRAPS, Go, behaviour, sealed
from tests.model_server import Fault, ModelServer

pytestmark = pytest.mark.usefixtures("engine")
OPENERS = {"bubblewrap": open_bubble, "docker": open_container}


def ours() -> list[str]:
    """Containers of this process that the engine knows."""
    mine = {"label": f"{LABEL}={driver()}"}
    return [one["Id"] for one in client().api.containers(all=True, filters=mine)]


def said(room: Opened, line: str) -> str:
    """What a shell line prints, from start to end."""
    kept = (Kept(), Kept())
    pipes = [os.pipe(), os.pipe()]
    outputs = (pipes[0][1], pipes[1][1])
    room.start(entries({}), {}, ("bash", "-c", line), {}, RoomLimits(), outputs)
    for fd in outputs:
        os.close(fd)
    assert hear(room.ended, [reading for reading, _ in pipes], kept, 20.0) == ""
    for reading, _ in pipes:
        os.close(reading)
    return kept[0].text + kept[1].text


@contextmanager
def opened(opens: OpenRoom, **more: Any) -> Iterator[Opened]:
    room = opens(RoomLimits(), **more)
    try:
        yield room
    finally:
        room.listener.close()
        room.close()
        os.close(room.folder)


# --- nothing but the model answers ----------------------------------------------------------------


@pytest.fixture(scope="module", params=ROOMS)
def battery(request: pytest.FixtureRequest, engine: str) -> tuple[str, list[SelfCheck]]:
    made = ROOMS[request.param]
    return request.param, check_room(made.opens, made.weaker)


def test_every_promise_of_a_room_is_kept(battery: tuple[str, list[SelfCheck]]) -> None:
    name, results = battery
    assert [result for result in results if not result.passed] == []
    assert len({result.name for result in results}) == len(results) > 90
    told = {result.name: result.detail for result in results if result.detail}
    assert told == {key: weaker.why for key, weaker in ROOMS[name].weaker.items()}
    for promise in (
        "the model answers", "one listener, on loopback", "looking a name up fails",
        "the host's loopback is another one", "abstract sockets of the host are away",
        "no engine's socket", "only lo exists", "there is no route", "no vsock socket",
        "no netlink socket", "no packet socket", "no canary in any process's /proc",
        "no canary in any file", "no canary in memory", "the environment is ours",
        "nothing is alive afterwards", "never the host's root",
    ):  # fmt: skip
        assert promise in {result.name for result in results}


Change = Callable[[dict[str, Any]], dict[str, Any]]
CONTRARY: dict[str, tuple[Change, str]] = {
    "as root": (lambda all: {"user": "0:0"}, "never the host's root"),
    "with a root that can be written": (
        lambda all: {"read_only": False}, "the root is read-only",
    ),
    "without a limit of processes": (lambda all: {"pids_limit": -1}, "processes are limited"),
    "with low ports for all": (
        lambda all: {"sysctls": {**all["sysctls"], "net.ipv4.ip_unprivileged_port_start": "0"}},
        "low ports are root's",
    ),
    "with the engine's socket": (
        lambda all: {"volumes": [*all["volumes"], "/dev/null:/run/docker.sock:ro"]},
        "no engine's socket",
    ),
    "with the machine's resolver": (
        lambda all: {"volumes": [one for one in all["volumes"] if "resolv.conf" not in one]},
        "no file tells of networks",
    ),
}  # fmt: skip


@pytest.mark.parametrize("broken", CONTRARY)
def test_a_broken_room_is_found_out(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    change, promise = CONTRARY[broken]
    whole = room_docker.options

    def options(*args: Any) -> dict[str, Any]:
        made = whole(*args)
        return {**made, **change(made)}

    monkeypatch.setattr(room_docker, "options", options)
    results = check_room(open_container, room_docker.WEAKER)
    assert promise in {result.name for result in results if not result.passed}
    assert ours() == []


def test_a_room_that_does_not_start_is_one_failed_check(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any, **__: Any) -> Opened:
        raise SessionLost("no room")

    [only] = check_room(none, dict[str, Weaker]())
    assert (only.passed, only.detail) == (False, "no room")


# --- what is shown of /usr ------------------------------------------------------------------------


PLANTED = (
    "lib/python3/dist-packages/dreambench_lib/_shipped/traps/one/checks.toml",
    "local/lib/python3.11/site-packages/dreambench_lib/agents.py",
    "local/lib/python3.11/site-packages/dreambench-9.dist-info/RECORD",
    "local/bin/dreambench",
    "src/dreambench-main/traps/two/solution.py",
    "opt/work/results/verdicts.jsonl",
)
BESIDE = "local/lib/python3.11/site-packages/other/it.py"
LOOK = """
import os
for folder, _, files in os.walk("/usr"):
    for name in files:
        path = os.path.join(folder, name)
        if os.path.isfile(path) and open(path, "rb").read(20) == b"# an answer":
            print(path[5:])
"""


@pytest.fixture(scope="module")
def usr(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A /usr of Python and a shell, in which this benchmark lies in many ways."""
    top = tmp_path_factory.mktemp("usr") / "machine"
    library = f"lib/{os.uname().machine}-linux-gnu"
    python = os.path.realpath("/usr/bin/python3").rpartition("/")[2]
    skip = shutil.ignore_patterns("test", "__pycache__", "idlelib", "config-*")
    for folder in ("bin", library):
        (top / folder).mkdir(parents=True)
    shutil.copytree(f"/usr/lib/{python}", top / "lib" / python, ignore=skip, copy_function=linked)
    shutil.copytree("/usr/lib64", top / "lib64", symlinks=True)
    for program in ("bash", python):
        linked(f"/usr/bin/{program}", top / "bin" / program)
    os.symlink(python, top / "bin" / "python3")
    for entry in os.scandir(f"/usr/{library}"):
        if entry.is_file() and ".so" in entry.name:
            linked(os.path.realpath(entry.path), top / library / entry.name)
    for path in (*PLANTED, BESIDE):
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        (top / path).write_text("# an answer")
    # Whoever bubblewrap runs as must reach it.
    for above in top.parents[:-1]:
        if above.stat().st_uid == os.geteuid():
            above.chmod(above.stat().st_mode | 0o011)
    return top


def linked(source: str, target: str | Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


@pytest.mark.parametrize("name", OPENERS)
def test_this_benchmark_below_usr_is_not_shown(
    name: str, usr: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = {"bubblewrap": room_bubblewrap, "docker": room_docker}[name]
    own = (usr / "opt" / "work",)
    monkeypatch.setattr(module, "hidden", lambda usr: hidden(usr, own))
    look = f"exec python -c '{LOOK}'"
    with opened(OPENERS[name], usr=usr) as room:
        assert said(room, look).split() == [BESIDE]
    monkeypatch.setattr(module, "hidden", lambda usr: [])
    with opened(OPENERS[name], usr=usr) as room:
        assert sorted(said(room, look).split()) == sorted((*PLANTED, BESIDE))


def test_a_place_within_a_hidden_one_is_not_hidden_twice(usr: Path) -> None:
    inner = usr / "src" / "dreambench-main" / "traps"
    places = {str(place) for place in hidden(usr, (inner, Path("/elsewhere"), usr))}
    assert "/usr/src/dreambench-main" in places
    assert not [place for place in places if place.endswith("traps")]
    assert "/usr" not in places
    assert len(places) == 5


# --- containers come and go -----------------------------------------------------------------------


def test_nothing_is_left_of_a_room() -> None:
    with opened(open_container) as room:
        assert len(ours()) == 1
        namespace = os.dup(room.namespace)
        assert said(room, "(setsid sleep 1000 &); echo done") == "done\n"
    assert alive_in(namespace) == []
    os.close(namespace)
    assert ours() == []


def test_a_room_whose_harness_is_gone_ends() -> None:
    """What the kernel does with a killed harness's sockets, without killing one."""
    with opened(open_container) as room, open(os.devnull, "w") as null:
        line = ("bash", "-c", "trap '' TERM INT HUP; sleep 1000")
        outputs = (null.fileno(), null.fileno())
        room.start(entries({}), {}, line, {}, RoomLimits(), outputs)
        assert alive_in(room.namespace)
        room.control.close()
        poll = select.poll()
        poll.register(room.ended, select.POLLIN)
        assert poll.poll(10_000)
        assert alive_in(room.namespace) == []


def test_a_container_that_stays_alive_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    wall = room_docker.Container(None)
    monkeypatch.setattr(room_docker, "removed", lambda container: False)
    monkeypatch.setattr(room_docker, "ended", lambda first: True)
    wall.end(0)  # the engine is gone, and the container with its harness's socket
    monkeypatch.setattr(room_docker, "ended", lambda first: False)
    with pytest.raises(Infra, match="stays alive: restart dockerd"):
        wall.end(0)


def test_the_first_process_is_out_of_the_agents_reach() -> None:
    line = "kill -9 1; kill -INT 1; kill -STOP 1; kill -TERM 1; exec 3>/proc/1/mem; echo alive"
    for opens in OPENERS.values():
        with opened(opens) as room:
            assert said(room, f"({line}) 2>&1").endswith("/proc/1/mem: Permission denied\nalive\n")
            assert room.status() == 0


ORDINARY = """
import os, sys, tempfile
from dreambench_lib.harness.sandboxes import battery, engine, room_battery, room_docker, room_image
from dreambench_lib.harness.sandboxes.agent_room import RoomLimits, entries
from dreambench_lib.walk import read_tree
# Everything is imported before it is nobody, who may not read this machine's Python.
room_image.find_or_make(engine.client())
battery.facts()
group = os.stat(sys.argv[1]).st_gid
os.environ["HOME"] = tempfile.tempdir = "/tmp"
os.setgroups([])
os.setresgid(group, group, group)
os.setresuid(61001, 61001, 61001)
engine._client.cache_clear(); room_image.find_or_make.cache_clear()
checks = room_battery.check_room(room_docker.open_container, room_docker.WEAKER)
print(len(checks) > 90, [check for check in checks if not check.passed])
room = room_docker.open_container(RoomLimits())
with open(os.devnull, "w") as null:
    argv = ("bash", "-c", "umask 077; mkdir d; echo own > d/file")
    room.start(entries({}), {}, argv, {}, RoomLimits(), (null.fileno(), null.fileno()))
room.control.recv(100)
room.close()
print(read_tree(room.folder)[b"d/file"].data)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_an_ordinary_user_of_the_engine_needs_no_root(engine: str) -> None:
    path = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock").removeprefix("unix://")
    root = str(Path(__file__).parents[2])
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([root, *sys.path])}
    done = subprocess.run(
        [sys.executable, "-c", ORDINARY, path], env=env, text=True, capture_output=True
    )
    assert (done.stdout, done.returncode) == ("True []\nb'own\\n'\n", 0), done.stderr


def test_an_engine_elsewhere_is_one_sentence(
    door: Callable[..., Door], monkeypatch: pytest.MonkeyPatch
) -> None:
    check_rooms("docker", ["openai"])
    monkeypatch.setenv("DOCKER_HOST", "tcp://192.0.2.1:2375")
    words = "need a Docker engine on this machine, not tcp://192.0.2.1:2375"
    with pytest.raises(BadInput, match=f"agent openai cannot run: .*{words}"):
        check_rooms("docker", ["openai"])
    check_rooms("docker", ["reader-llm"])
    with pytest.raises(BadInput, match=words):
        DockerRoom(door("live"), "m").run(Workspace({}), Command(("true",)))


# --- whole runs -----------------------------------------------------------------------------------


NAMES_THE_SANDBOX = {"plan.json", "log.jsonl.xz", "manifest.json"}
"""The plan, and what is chained to its digest."""


def test_the_tool_loop_is_the_same_in_both_sandboxes(go: Go, traps: ModelServer) -> None:
    traps.script = behaviour("solves")
    # One worker is this process: others live on from test to test, with the first one's engine.
    one_trap = {"agent": "openai", "only": TRAPS[:1], "workers": 1}
    here, records = go(sandbox="docker", **one_trap)
    assert len(records) == 2
    assert all(record.passed for record in records.values())
    traps.script = lambda asked: Fault(500)
    there, others = go(sandbox="bubblewrap", out="there", replay=here, **one_trap)
    assert records == others
    one, other = sealed(here), sealed(there)
    assert {name for name in one if one[name] != other[name]} == NAMES_THE_SANDBOX
    plans = [json.loads(files["plan.json"]) for files in (one, other)]
    assert plans[0] == {**plans[1], "sandbox": "docker"}
