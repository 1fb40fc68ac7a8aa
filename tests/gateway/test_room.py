"""An agent's room: the model answers, nothing else does; the tree comes out as it was left."""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from dreambench_lib.agents.protocol import Command, Ran, Workspace
from dreambench_lib.errors import BadInput, Infra
from dreambench_lib.harness.gateway.door import Door
from dreambench_lib.harness.gateway.room import ROOMS, check_rooms, make_room
from dreambench_lib.harness.sandboxes.agent_room import RoomLimits
from dreambench_lib.harness.sandboxes.base import MIB
from dreambench_lib.harness.sandboxes.packages import installed, shelf
from dreambench_lib.harness.sandboxes.programs import stand, stands
from dreambench_lib.trees import Entry, text_tree
from tests.gateway.conftest import KEY
from tests.model_server import ModelServer

BASE = text_tree({"a.py": "x = 1\n", "docs/b.txt": "text\n"}) | {
    b"run": Entry("exec", b"#!/bin/sh\n")
}
Go = Callable[..., tuple[Ran, Workspace]]


@pytest.fixture(params=ROOMS)
def go(door: Callable[..., Door], request: pytest.FixtureRequest) -> Go:
    """Run a shell line (or a command) in a fresh room of each sandbox."""
    made = door("live")
    if request.param == "docker":
        request.getfixturevalue("engine")

    def run(line: str | Command, **limits: float) -> tuple[Ran, Workspace]:
        space = Workspace(BASE)
        room = ROOMS[request.param](made, "scripted-1", RoomLimits(**limits))
        command = line if isinstance(line, Command) else Command(("bash", "-c", line))
        return room.run(space, command), space

    return run


def python(source: str) -> Command:
    return Command(("python", "/agent/it.py"), files={"it.py": source.encode()})


def test_the_tree_goes_in_and_comes_out(go: Go) -> None:
    ran, space = go("./run; echo y >> a.py; rm -r docs; mkdir -p n/m; echo z > n/m/c; ln -s a.py l")
    assert (ran.exit, ran.fault) == (0, "")
    assert space.tree == {
        b"a.py": Entry("file", b"x = 1\ny\n"),
        b"run": Entry("exec", b"#!/bin/sh\n"),
        b"n/m/c": Entry("file", b"z\n"),
        b"l": Entry("link", b"a.py"),
    }


def test_git_has_one_commit_of_nobody(go: Go) -> None:
    ran, space = go("git status --short; git log --all --format='%an %ae %s'; git rev-list --all")
    assert ran.errors == ""
    assert len(ran.output.split("\n")[:-1]) == 2
    assert ran.output.startswith("developer developer@example.com Initial state\n")
    assert space.tree == dict(sorted(BASE.items()))


def test_exit_output_and_errors(go: Go) -> None:
    ran, _ = go("echo out; echo err >&2; exit 7")
    assert ran == Ran(7, "out\n", "err\n", "")


def test_binary_garbage_is_text_that_can_be_kept(go: Go) -> None:
    ran, _ = go("head -c 3000 /dev/urandom; printf '\\xff\\x00ok'")
    assert ran.exit == 0
    assert ran.output.endswith("ok")
    ran.output.encode()


def test_output_is_kept_at_both_ends(go: Go) -> None:
    ran, _ = go("echo first; head -c 5000000 /dev/zero | tr '\\0' x; echo; echo last")
    assert ran.output.startswith("first\n")
    assert ran.output.endswith("\nlast\n")
    assert "bytes left out]" in ran.output
    assert len(ran.output) < 300_000


def test_endless_output_is_ended(go: Go) -> None:
    ran, _ = go("yes")
    assert (ran.exit, ran.fault) == (None, "too much output")


def test_an_agent_that_never_stops_is_ended_and_its_tree_read(go: Go) -> None:
    line = "echo done > a.py; trap '' TERM INT; (setsid sleep 1000 &) ; while :; do :; done"
    ran, space = go(line, seconds=1.5)
    assert (ran.exit, ran.fault) == (None, "timeout")
    assert space.tree[b"a.py"].data == b"done\n"


def test_an_agent_that_is_killed(go: Go) -> None:
    ran, _ = go("kill -9 $$")
    assert (ran.exit, ran.fault) == (137, "")


@pytest.mark.parametrize(
    "line",
    ["mkfifo p", "ln -s /etc/passwd l", "ln -s ../../x l", "truncate -s 3M big", "chmod 000 a.py"],
)
def test_a_tree_that_cannot_be_scored_is_the_agents_failure(go: Go, line: str) -> None:
    ran, space = go(line)
    assert "the tree holds what cannot be scored" in ran.fault
    assert space.tree == dict(sorted(BASE.items()))


def test_the_repository_has_a_quota(go: Go) -> None:
    ran, _ = go("head -c 20000000 /dev/zero > a.bin; head -c 20000000 /dev/zero > b.bin",
                repo_bytes=30 * MIB)  # fmt: skip
    assert "No space left" in ran.errors


@pytest.mark.parametrize("place", ["/repo", "/tmp", "/home/agent", "/dev/shm"])
def test_files_are_counted_where_they_can_be_made(go: Go, place: str) -> None:
    ran, _ = go(f"cd {place} && mkdir n && touch n/{{1..200}}; ls n | wc -l", space_files=150)
    assert "No space left" in ran.errors
    assert 50 < int(ran.output) < 150


def test_the_model_answers_and_is_metered(go: Go) -> None:
    source = """
import json, urllib.request
body = json.dumps({"model": "scripted-1", "input": "hi"}).encode()
asked = urllib.request.Request("http://127.0.0.1:8080/v1/responses", body)
print(json.load(urllib.request.urlopen(asked))["output"][0]["content"][0]["text"])
"""
    ran, _ = go(python(source))
    assert ran.output == "hello from the model\n", ran.errors


def test_nothing_but_the_model_answers(go: Go, server: ModelServer) -> None:
    """Only loopback is tried, and sockets that must be refused are never connected."""
    with socket.create_server(("127.0.0.1", 0)) as host:
        ports = [host.getsockname()[1], int(server.url.split(":")[2].split("/")[0])]
        source = f"""
import errno, os, socket
found = {{}}
for port in {ports}:
    s = socket.socket()
    found[port] = errno.errorcode.get(s.connect_ex(("127.0.0.1", port)), "open")
for family in (16, 17, 38, 40):
    try:
        socket.socket(family, socket.SOCK_DGRAM)
        found[family] = "open"
    except OSError as error:
        found[family] = errno.errorcode[error.errno]
print([line.split(":")[0].strip() for line in open("/proc/net/dev").readlines()[2:]])
print(sorted(set(found.values())))
"""
        ran, _ = go(python(source))
    assert ran.output == "['lo']\n['ECONNREFUSED', 'EPERM']\n", ran.errors


def test_no_key_and_no_file_of_the_host_is_inside(
    go: Go, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    canary = tmp_path / "canary"
    canary.write_text("seen")
    project = Path(__file__).parents[2]
    source = f"""
import contextlib, os
print(dict(os.environ))
for number in filter(str.isdigit, os.listdir("/proc")):
    for name in ("environ", "cmdline"):
        with contextlib.suppress(PermissionError):
            print(open(f"/proc/{{number}}/{{name}}", "rb").read())
print(open("/proc/self/mountinfo").read())
for place in ("/root", "/home", "/var", {str(tmp_path)!r}, {str(project)!r}):
    print(sorted(os.listdir(place)) if os.path.exists(place) else "-")
"""
    monkeypatch.setenv("DREAMBENCH_ROOM_CANARY", KEY)
    ran, _ = go(python(source))
    assert ran.exit == 0, ran.errors
    assert ran.output.endswith("-\n['agent']\n-\n-\n-\n")
    for secret in (KEY, "CANARY", str(project), str(tmp_path)):
        assert secret not in ran.output


def test_nothing_outside_the_room_can_be_written(go: Go) -> None:
    ran, _ = go(
        "for d in / /usr /usr/bin /r /py /dev /proc/sys/kernel; do touch $d/x && echo $d; done"
    )
    assert ran.output == ""


def test_a_packages_needs_come_with_it() -> None:
    names = {path.name for path in installed(["openai"])}
    assert {"openai", "pydantic", "anyio"} <= names
    assert "dreambench_lib" not in names
    with pytest.raises(BadInput, match="no-such-package is not installed"):
        installed(["no-such-package"])


def test_packages_are_copied_once_and_a_planted_folder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    shelf.cache_clear()
    place = shelf(("idna",))
    assert (place / "idna" / "__init__.py").is_file()
    assert [path.name for path in tmp_path.iterdir()] == [place.name]
    made = place.stat().st_mtime_ns
    shelf.cache_clear()
    assert shelf(("idna",)).stat().st_mtime_ns == made
    shelf.cache_clear()
    place.rename(tmp_path / "elsewhere")
    place.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Infra, match="is not ours"):
        shelf(("idna",))
    shelf.cache_clear()


def test_a_sandbox_without_rooms_says_so(door: Callable[..., Door]) -> None:
    with pytest.raises(BadInput, match="agent openai cannot run: other has no room"):
        check_rooms("other", ["reader-llm", "openai"])
    check_rooms("other", ["reader-llm"])
    check_rooms("bubblewrap", ["openai"])
    room = make_room("pkg.mod:Other", door("live"), "m")
    with pytest.raises(BadInput, match="--sandbox bubblewrap"):
        room.run(Workspace(BASE), Command(("true",)))


def test_a_program_of_this_machine_is_shown_and_its_path_is_not(go: Go, tmp_path: Path) -> None:
    venv = tmp_path / "secret-place"
    subprocess.run(["/usr/bin/python3", "-m", "venv", "--without-pip", venv], check=True)
    [site] = venv.glob("lib/python3*/site-packages")
    (site / "tool.py").write_text("import sys; print(sys.prefix, len(sys.argv))")
    (site / "tool.py").chmod(0o600)
    line = ("/programs/mini/bin/python", "-m", "tool", "x")
    assert go(Command(line, programs={"mini": venv}))[0] == Ran(0, "/programs/mini 2\n", "", "")
    look = "grep -c secret /proc/self/mountinfo; touch /programs/x /programs/mini/x; ls /programs"
    ran, _ = go(Command(("bash", "-c", look), programs={"mini": venv, "b.2": venv}))
    assert ran.output == "0\nb.2\nmini\n"
    assert ran.errors.count("Read-only file system") == 2
    with pytest.raises(BadInput, match="of the program gone is missing"):
        go(Command(("true",), programs={"gone": tmp_path / "gone"}))
    with pytest.raises(BadInput, match=r"'\.\./x' is no name"):
        go(Command(("true",), programs={"../x": venv}))


def test_a_changed_program_is_shown_as_it_is_now(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "start").write_text(f"#!{folder}/bin/x\n")
    (folder / "data").write_text("one")
    os.symlink("data", folder / "link")
    first = stands({"p": folder})["p"]
    assert (first / "bin" / "start").read_text() == "#!/programs/p/bin/x\n"
    assert (folder / "bin" / "start").read_text() == f"#!{folder}/bin/x\n"
    assert os.readlink(first / "link") == "data"
    assert (first / "data").stat().st_ino == (folder / "data").stat().st_ino
    (folder / "data").unlink()
    (folder / "data").write_text("three")
    stand.cache_clear()
    assert (stands({"p": folder})["p"] / "data").read_text() == "three"
    assert (first / "data").read_text() == "one"
