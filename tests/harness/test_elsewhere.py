"""Strangers get the same: from one key the same root, whoever runs it where, and it verifies there.

Environment facts stand beside the sealed files. Another minor release of Python has compiled parts
of its own, so it needs an installation of its own and is not tried here; another patch release is,
where this machine has one.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
SITE = sysconfig.get_path("purelib")
PARTS = ("dreambench_lib", "traps", "pyproject.toml")
NOBODY = 65534
RUN = """
import json, os, platform, sys, time
from pathlib import Path
import dreambench_lib
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
plan, key = make_plan(["B5", "DF-hybrid-rules"], ["reader-careful"], ["C3-withdrawn"], [1],
                      key="a7" * 32)
run(plan, key, Path("run"), workers=int(sys.argv[1]), cache=None)
print(json.dumps({
    "root": seal(Path("run"))["root"], "tree": str(Path(dreambench_lib.__file__).parents[1]),
    "user": os.getuid(), "home": str(Path.home()), "zone": time.tzname[0],
    "python": platform.python_version(), "encoding": sys.getfilesystemencoding(),
}))
"""
VERIFY = "import sys; sys.argv[0] = 'dreambench'; from dreambench_lib.cli import main; main()"


class Place(NamedTuple):
    """Who runs it where."""

    tree: Path
    home: Path
    python: str = sys.executable
    user: int | None = None
    workers: int = 1
    env: dict[str, str] = {"LC_ALL": "C.UTF-8", "TZ": "UTC", "PYTHONHASHSEED": "0"}


STRANGE = {
    "LC_ALL": "C", "LANG": "tr_TR.ISO-8859-9", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0",
    "TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "4242",
}  # fmt: skip


def python(place: Place, code: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `code` there, with nothing of this process's environment but the path."""
    env = {"PATH": os.defpath, "HOME": str(place.home), **place.env}
    env["PYTHONPATH"] = f"{place.tree}{os.pathsep}{SITE}"
    as_user: dict[str, Any] = {}
    if place.user is not None:
        as_user = {"user": place.user, "group": place.user, "extra_groups": []}
    return subprocess.run(
        [place.python, "-c", code, *words],
        cwd=place.home, env=env, capture_output=True, text=True, timeout=300, check=False,
        **as_user,
    )  # fmt: skip


def ran(place: Place) -> dict[str, Any]:
    done = python(place, RUN, str(place.workers))
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert (told["tree"], told["home"]) == (str(place.tree), str(place.home))
    return told


@pytest.fixture(scope="module")
def outside() -> Iterator[Path]:
    """A folder that any user can reach."""
    folder = Path(tempfile.mkdtemp(prefix="elsewhere-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def clone(outside: Path) -> Path:
    """What a fresh clone has of program and traps: the files that git knows or would take."""
    asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *PARTS]
    listed = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this tree is not under git, so it cannot be cloned")
    for name in filter(None, listed.stdout.split("\0")):
        target = outside / "clone" / name
        if (ROOT / name).is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)
    return outside / "clone"


@pytest.fixture(scope="module")
def here(outside: Path) -> tuple[Place, dict[str, Any]]:
    """The run as it is made in this tree."""
    place = Place(ROOT, outside / "here")
    place.home.mkdir()
    return place, ran(place)


def interpreters(user: int | None) -> list[str]:
    """Pythons of this minor release that can use our packages as `user`, this one first."""
    known = f"python3.{sys.version_info.minor}"
    found = [sys.executable, *(f"{folder}/{known}" for folder in ("/usr/bin", "/usr/local/bin"))]
    place = Place(ROOT, Path("/"), user=user)
    works = "import numpy, pydantic, typer, sys; print(sys.version_info[:2])"
    answers = {path: _answer(place._replace(python=path), works) for path in found}
    return [path for path, said in answers.items() if said == str(sys.version_info[:2])]


def _answer(place: Place, code: str) -> str:
    try:
        return python(place, code).stdout.strip()
    except OSError:
        return ""


def test_another_place_locale_zone_hash_seed_and_worker_count(
    here: tuple[Place, dict[str, Any]], clone: Path, outside: Path
) -> None:
    place = Place(clone, outside / "strange", workers=2, env=STRANGE)
    place.home.mkdir()
    told = ran(place)
    assert told["zone"] == "+0545"
    assert told["encoding"] != here[1]["encoding"]
    assert told["root"] == here[1]["root"]


def test_another_user_with_a_home_of_its_own(
    here: tuple[Place, dict[str, Any]], clone: Path, outside: Path
) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can become another user")
    usable = interpreters(NOBODY)
    if not usable:
        pytest.skip("another user can run no Python here that has our packages")
    place = Place(clone, outside / "nobody", python=usable[0], user=NOBODY)
    place.home.mkdir()
    os.chown(place.home, NOBODY, NOBODY)
    told = ran(place)
    assert told["user"] == NOBODY
    assert told["root"] == here[1]["root"]


def test_another_patch_release_of_python(
    here: tuple[Place, dict[str, Any]], clone: Path, outside: Path
) -> None:
    ask = "import platform; print(platform.python_version())"
    others = [
        path
        for path in interpreters(None)
        if python(Place(clone, outside, python=path), ask).stdout.strip()
        != platform.python_version()
    ]
    if not others:
        pytest.skip(f"no patch release beside {platform.python_version()} is on this machine")
    place = Place(clone, outside / "patch", python=others[0])
    place.home.mkdir()
    told = ran(place)
    assert told["python"] != here[1]["python"]
    assert told["root"] == here[1]["root"]


def test_a_fresh_clone_verifies_a_run_from_its_folder_alone(
    here: tuple[Place, dict[str, Any]], clone: Path, outside: Path
) -> None:
    stranger = Place(clone, outside / "stranger", env=STRANGE)
    stranger.home.mkdir()
    run = shutil.copytree(here[0].home / "run", stranger.home / "got")
    for name in ("environment.json", "attempts.jsonl"):
        (run / name).unlink()
    done = python(stranger, VERIFY, "verify", "got", "--rescore", "--replay", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert [f["what"] for f in told["findings"] if not f["passed"]] == []
    assert told["findings"][-1]["what"] == "cells come out again, offline"
    assert json.loads((run / "manifest.json").read_text())["root"] == here[1]["root"]

    table = run / "cells.csv"
    table.write_bytes(table.read_bytes().replace(b",0,", b",1,", 1))
    refused = python(stranger, VERIFY, "verify", "got")
    assert refused.returncode == 1
    assert "cells.csv" in refused.stdout
