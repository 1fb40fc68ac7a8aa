"""The walls around a vendor's process: on Linux, no network but its own loopback, little to see."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

SEEN = ("/usr", "/lib", "/lib64", "/bin", "/sbin", "/etc/ld.so.cache", "/etc/alternatives")
HOME = "/home"
QUIET = {
    "ANONYMIZED_TELEMETRY": "False",
    "DO_NOT_TRACK": "1",
    "HF_HUB_OFFLINE": "1",
    "LANGSMITH_TRACING": "false",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "MEM0_TELEMETRY": "False",
    "OMP_NUM_THREADS": "1",
    "TRANSFORMERS_OFFLINE": "1",
}
"""Nothing is reported or fetched, and sums do not depend on the number of processors."""


def walled() -> bool:
    """Whether bubblewrap is there to keep every socket in."""
    return sys.platform == "linux" and shutil.which("bwrap") is not None


def environment(home: str) -> dict[str, str]:
    """All that the process sees of the environment; no key is in it."""
    passed = {k: v for k, v in os.environ.items() if k.startswith(("OPENBLAS_", "LANG", "LC_"))}
    return {**passed, **QUIET, "PATH": "/usr/bin:/bin", "HOME": home, "PYTHONHASHSEED": "0"}


def command(words: Sequence[str], shown: Sequence[Path], written: Path) -> list[str]:
    """`words` behind the walls, or as they are where there is no bubblewrap.

    Args:
        shown: Folders that may be read, beside the system's.
        written: The one folder that may be written, at its own place.
    """
    if not walled():
        return list(words)
    line = ["bwrap", "--unshare-net", "--unshare-pid", "--unshare-ipc", "--cap-drop", "ALL"]
    for place in SEEN:
        if os.path.islink(place):
            line += ["--symlink", os.readlink(place), place]
        elif os.path.exists(place):
            line += ["--ro-bind", place, place]
    line += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", HOME]
    line += ["--bind", str(written), str(written)]
    for folder in shown:
        line += ["--ro-bind", str(folder), str(folder)]
    return [*line, "--chdir", HOME, "--", *words]
