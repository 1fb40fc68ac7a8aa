"""Debian's part of the docker sandbox's image: its Python and libraries, kept in the cache folder.

The same files in the same places as bubblewrap mounts, so that a probe sees one world.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from platformdirs import user_cache_dir

from ...canonical import sha256
from ...errors import Infra, NoSandbox

SUITE, PACKAGES = "bookworm", ("python3",)
FOLDERS = ("dev", "etc", "proc", "py", "py/bin", "py/lib", "r", "r/c", "r/inside", "repo", "sys",
           "tmp", "usr", "usr/lib")  # fmt: skip
CLOSED = {"etc": 0o700, "repo": 0o1777, "tmp": 0o1777}
"""Modes that are not 0755. The engine puts files about the network into /etc: nobody's business."""
LINKS = {"lib": "usr/lib", "lib64": "usr/lib64", "py/bin/python": "python3"}
Progress = Callable[[str], None]


def base_digest() -> str:
    """Of the part that comes from Debian: it is kept in the cache folder between builds."""
    parts = [SUITE, PACKAGES, platform.machine(), FOLDERS, CLOSED, LINKS]
    return sha256({"parts": parts})[:16]


def cached_base(progress: Progress, mirror: str, again: bool = False) -> Path:
    """The tar of Debian's part, made if it is not in the cache folder (or `again`)."""
    folder = Path(user_cache_dir("dreambench", appauthor=False)) / "images"
    base = folder / f"{base_digest()}.tar"
    if base.exists() and not again:
        return base
    tool = shutil.which("debootstrap", path=os.environ.get("PATH", "") + ":/usr/sbin")
    if tool is None:
        raise NoSandbox("debootstrap is not installed: apt install debootstrap, then build again")
    if os.geteuid() != 0:
        raise NoSandbox("debootstrap needs root: sudo dreambench sandbox build docker")
    folder.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix="s-", dir=folder))
    try:
        _debootstrap(tool, work / "root", mirror, progress)
        progress("packing")
        with tarfile.open(work / "base.tar", "w") as tar:
            for entry, source in _world(work / "root"):
                if source is None:
                    tar.addfile(entry)
                else:
                    with source.open("rb") as file:
                        tar.addfile(entry, file)
        os.replace(work / "base.tar", base)
    finally:
        subprocess.run(["rm", "-rf", "--one-file-system", str(work)], check=False)
    return base


def _debootstrap(tool: str, root: Path, mirror: str, progress: Progress) -> None:
    line = [tool, "--variant=minbase", f"--include={','.join(PACKAGES)}", SUITE, str(root)]
    said: list[str] = []
    with subprocess.Popen(
        [*line, *([mirror] if mirror else [])],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        for words in process.stdout:
            said = [*said[-3:], words.strip()]
            progress(words.strip().removeprefix("I: "))
    if process.returncode:
        raise Infra(f"debootstrap failed ({' / '.join(said)}): see that its mirror can be reached")


def new_entry(path: str, *, mode: int = 0o644, size: int = 0) -> tarfile.TarInfo:
    """An entry of the image without owner or time."""
    entry = tarfile.TarInfo(path)
    entry.mode, entry.size = mode, size
    return entry


def _world(root: Path) -> Iterator[tuple[tarfile.TarInfo, Path | None]]:
    """What the image holds of a debootstrapped `root`, in order: entries and their content."""
    for path in FOLDERS:
        entry = new_entry(path, mode=CLOSED.get(path, 0o755))
        entry.type = tarfile.DIRTYPE
        yield entry, None
    for path, target in LINKS.items():
        entry = new_entry(path, mode=0o777)
        entry.type, entry.linkname = tarfile.SYMTYPE, target
        yield entry, None
    python = (root / "usr/bin/python3").resolve().name
    yield from _copies(root / "usr/bin" / python, "py/bin/python3")
    yield from _copies(root / "usr/lib" / python, f"py/lib/{python}")
    for library in (f"usr/lib/{platform.machine()}-linux-gnu", "usr/lib64"):
        yield from _copies(root / library, library)


def _copies(source: Path, path: str) -> Iterator[tuple[tarfile.TarInfo, Path | None]]:
    status = source.lstat()
    entry = new_entry(path, mode=status.st_mode & 0o755)
    entry.mtime = int(status.st_mtime)  # compiled modules know the time of their source
    if source.is_symlink():
        entry.type, entry.linkname = tarfile.SYMTYPE, os.readlink(source)
        yield entry, None
    elif source.is_dir():
        entry.type = tarfile.DIRTYPE
        yield entry, None
        for child in sorted(source.iterdir()):
            yield from _copies(child, f"{path}/{child.name}")
    elif source.is_file():
        entry.size = status.st_size
        yield entry, source
