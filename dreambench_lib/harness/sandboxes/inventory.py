"""What a sandbox is made of: bubblewrap, the distribution's Python, our files, the mounts."""

from __future__ import annotations

import os
import platform
import shutil
from functools import cache
from importlib import resources
from pathlib import Path

from ...errors import NoSandbox

SHIPPED = ("__init__", "bpf", "runner", "stub", "tree", "walls")
ENTER = "import sys; sys.path.insert(0, '/r'); from inside import "
INSTALL = "install it (apt install bubblewrap) and allow unprivileged user namespaces"

FIXED = """
    --unshare-all --unshare-user --disable-userns --die-with-parent --new-session
    --hostname sandbox --uid 1000 --gid 1000 --clearenv --setenv PATH /py/bin --setenv HOME /tmp
    --setenv LANG C.UTF-8 --setenv PYTHONHASHSEED 0 --cap-drop ALL
    --dir /py --dir /py/bin --dir /py/lib --dir /usr --dir /usr/lib --dir /r --dir /repo
    --symlink usr/lib /lib --symlink usr/lib64 /lib64 --symlink python3 /py/bin/python
"""


@cache
def bwrap() -> str:
    """The absolute path of bubblewrap."""
    found = shutil.which("bwrap", path=os.environ.get("PATH", "") + ":/usr/bin:/usr/local/bin")
    if found is None:
        raise NoSandbox(f"bubblewrap is not installed: {INSTALL}")
    return found


@cache
def interpreter() -> tuple[Path, Path]:
    """The distribution's Python: the real executable and its standard library."""
    executable = Path("/usr/bin/python3").resolve()
    for folder in (Path("/usr/lib"), Path("/usr/lib64")):
        library = folder / executable.name
        if executable.exists() and (library / "os.py").exists():
            return executable, library
    raise NoSandbox("no /usr/bin/python3 with its standard library: apt install python3")


@cache
def shipped(more: tuple[str, ...] = ()) -> dict[str, bytes]:
    """The files that run inside (and `more`). Read here: nobody else may be able to."""
    folder = resources.files(__package__) / "inside"
    return {f"{name}.py": (folder / f"{name}.py").read_bytes() for name in (*SHIPPED, *more)}


def memory_file(data: bytes) -> int:
    """A descriptor at the start of `data`, on no disk and under no path."""
    fd = os.memfd_create("data", os.MFD_CLOEXEC)
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def common_arguments() -> list[str]:
    """Mounts and namespaces of every layout: the interpreter, and nothing else of the host."""
    executable, library = interpreter()
    libraries = f"/usr/lib/{platform.machine()}-linux-gnu"
    words = FIXED.split()
    words += ["--ro-bind", str(executable), "/py/bin/python3"]
    words += ["--ro-bind", str(library), f"/py/lib/{executable.name}"]
    words += ["--ro-bind-try", libraries, libraries, "--ro-bind-try", "/usr/lib64", "/usr/lib64"]
    if platform.machine() == "aarch64":
        words += ["--ro-bind-try", *["/usr/lib/ld-linux-aarch64.so.1"] * 2]
    return [*words, "--proc", "/proc", "--dev", "/dev"]
