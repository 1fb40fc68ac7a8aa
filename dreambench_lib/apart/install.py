"""Installing an entry: by pip into a virtual environment, or by npm, whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import BadInput
from .entries import Entry, entry
from .places import READY, folder, ready

SYSTEM_PYTHON = Path("/usr/bin/python3")
"""The distribution's: what is made from it also runs inside sandboxes, which show /usr."""


def install(name: str, say: Callable[[str], object] = print) -> Path:
    """Install `name` unless it is there; what is half installed is done again from the start.

    Args:
        say: Told, in one line each, what is under way.

    Returns:
        Its folder.

    Raises:
        BadInput: no such entry, or pip or npm failed; the folder is then gone.
    """
    wanted, place = entry(name), folder(name)
    with _alone(place):
        if ready(name):
            return place
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        try:
            found = {"venv": _venv, "npm": _npm}[wanted.kind](wanted, place, say)
        except BaseException:
            shutil.rmtree(place, ignore_errors=True)
            raise
        (place / f".{READY}").write_text(json.dumps(found, indent=1, sort_keys=True) + "\n")
        (place / f".{READY}").replace(place / READY)
    return place


def _venv(wanted: Entry, place: Path, say: Callable[[str], object]) -> dict[str, str]:
    say(f"{wanted.name}: a virtual environment with {', '.join(wanted.requires)}")
    _do(wanted, [str(_interpreter()), "-m", "venv", "--without-pip", str(place)])
    inside = str(place / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", inside, "--disable-pip-version-check"]
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as lock:
        lock.write(wanted.lock)
        lock.flush()
        _do(wanted, [*pip, "install", "--quiet", "-c", lock.name, *wanted.requires])
    if wanted.no_deps:
        say(f"{wanted.name}: {', '.join(wanted.no_deps)}")
        _do(wanted, [*pip, "install", "--quiet", "--no-deps", *wanted.no_deps])
    listed = json.loads(_do(wanted, [*pip, "list", "--format", "json"]))
    return {one["name"]: one["version"] for one in listed}


def _npm(wanted: Entry, place: Path, say: Callable[[str], object]) -> dict[str, str]:
    npm = shutil.which("npm")
    if npm is None:
        raise BadInput(f"{wanted.name} is installed by npm, which is not here: install Node.js")
    say(f"{wanted.name}: {', '.join(wanted.requires)} by npm")
    quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"]
    _do(wanted, [npm, "install", "--prefix", str(place), "--ignore-scripts", *quiet,
                 "--save-exact", *wanted.requires])  # fmt: skip
    locked = json.loads((place / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    return {
        path.removeprefix("node_modules/"): facts["version"]
        for path, facts in sorted(locked.items())
        if path and (place / path).is_dir()
    }


def _interpreter() -> Path:
    """The distribution's Python if it is new enough, else the one that runs this."""
    if SYSTEM_PYTHON.exists():
        asked = "import sys; sys.exit(sys.version_info < (3, 11))"
        if subprocess.run([SYSTEM_PYTHON, "-I", "-c", asked], check=False).returncode == 0:
            return SYSTEM_PYTHON
    return Path(sys.executable)


def _do(wanted: Entry, command: list[str]) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL,
        check=False,
    )  # fmt: skip
    if done.returncode:
        last = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()][-1:]
        raise BadInput(
            f"{wanted.name} could not be installed ({' '.join(last).strip()[:300]}): "
            "check the network and the disk, then try again"
        )
    return done.stdout


@contextmanager
def _alone(place: Path) -> Iterator[None]:
    """One installer at a time; a second one waits and then finds it done."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with (place.parent / f".{place.name}.lock").open("w") as file:
        if os.name == "posix":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
