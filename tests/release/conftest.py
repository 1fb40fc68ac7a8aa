"""What a release consists of: built from one snapshot of the tree, and installed away from it."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from dreambench_lib import shipped


def build(tree: Path, out: Path, target: str) -> Path:
    """The wheel or sdist of `tree`, built with what is installed: nothing is downloaded."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out)]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (made,) = out.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return made


@pytest.fixture(scope="session")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive: the one look at the tree from which all else is made."""
    return build(shipped.TREE, tmp_path_factory.mktemp("sdist"), "sdist")


@pytest.fixture(scope="session")
def unpack(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Unpack the archive into a fresh place of that name; returns the tree."""

    def make(name: str) -> Path:
        place = tmp_path_factory.mktemp(name)
        with tarfile.open(sdist) as archive:
            archive.extractall(place, filter="data")
        (tree,) = place.iterdir()
        return tree

    return make


@pytest.fixture(scope="session")
def wheel(unpack: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(unpack("one"), tmp_path_factory.mktemp("wheel"), "wheel")


class Installed(NamedTuple):
    """A fresh environment with the wheel and, by a ``.pth``, this environment's dependencies."""

    bin: Path
    cwd: Path

    def __call__(self, *words: str, program: str = "dreambench", **more: str) -> tuple[int, str]:
        """Exit code, and what was printed on both streams."""
        env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "DREAMBENCH_OUT")}
        done = subprocess.run(
            [str(self.bin / program), *words],
            cwd=self.cwd,
            env={**env, "COLUMNS": "200", **more},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return done.returncode, done.stdout


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    place = tmp_path_factory.mktemp("elsewhere")
    environment, cwd = place / "venv", place / "work"
    cwd.mkdir()
    quiet = {"check": True, "capture_output": True}
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], **quiet)
    python = environment / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-compile"]
    subprocess.run([*pip, "--no-index", "--no-deps", str(wheel)], **quiet)
    (site,) = environment.glob("lib/python*/site-packages")
    # A path file's folder brings its packages, not its own path files: the tree stays away.
    (site / "deps.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return Installed(environment / "bin", cwd)
