"""The image of an agent's room in Docker: folders, links and our launcher.

Everything else is the machine's own /usr, as in bubblewrap: agents and packages are installed on
this machine, for its Python and its libraries. So it is made in no time, whenever it is missing.
"""

from __future__ import annotations

import io
import os
import tarfile
import tempfile
from functools import lru_cache
from typing import Any

from ...canonical import sha256
from .debian import new_entry
from .engine import faults
from .inventory import shipped

REPOSITORY = "dreambench-room"
FOLDERS = ("agent", "dev", "etc", "home", "home/agent", "packages", "proc", "programs", "py",
           "py/bin", "r", "r/c", "r/inside", "repo", "sys", "tmp", "usr")  # fmt: skip
CLOSED = {"etc": 0o711}
"""A folder that git and others look into, and must be told that there is nothing."""
LINKS = {"bin": "usr/bin", "sbin": "usr/sbin", "lib": "usr/lib", "lib64": "usr/lib64",
         "py/bin/python": "/usr/bin/python3"}  # fmt: skip


@lru_cache(maxsize=1)
def name() -> str:
    """The image's name, with the digest of all that is in it."""
    files = {path: sha256(data) for path, data in _files().items()}
    return f"{REPOSITORY}:{sha256([FOLDERS, CLOSED, LINKS, files])[:16]}"


@lru_cache(maxsize=4)
def find_or_make(engine: Any) -> str:
    """The image's id in `engine`.

    Raises:
        SessionLost: if the engine fails.
    """
    import docker

    with faults():
        try:
            return str(engine.images.get(name()).id)
        except docker.errors.ImageNotFound:
            pass
        repository, _, tag = name().partition(":")
        with tempfile.NamedTemporaryFile(prefix="s-") as file:
            _write(file.name)
            engine.api.import_image_from_file(file.name, repository=repository, tag=tag)
        return str(engine.images.get(name()).id)


def _files() -> dict[str, bytes]:
    more = ("clean", "room", "users")
    return {f"r/inside/{file}": data for file, data in sorted(shipped(more).items())}


def _write(path: str | os.PathLike[str]) -> None:
    with tarfile.open(path, "w") as tar:
        for folder in FOLDERS:
            entry = new_entry(folder, mode=CLOSED.get(folder, 0o755))
            entry.type = tarfile.DIRTYPE
            tar.addfile(entry)
        for link, target in LINKS.items():
            entry = new_entry(link, mode=0o777)
            entry.type, entry.linkname = tarfile.SYMTYPE, target
            tar.addfile(entry)
        for file, data in _files().items():
            tar.addfile(new_entry(file, size=len(data)), io.BytesIO(data))
