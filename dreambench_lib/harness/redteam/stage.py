"""Canaries and listeners on the host for the length of a red-team run."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .target import Stage, Target

VARIABLE = "DREAMBENCH_REDTEAM_CANARY"


@contextmanager
def staged() -> Iterator[Stage]:
    """A host with canaries: open files, an environment variable, two listeners."""
    canary = f"canary-{secrets.token_hex(8)}"
    folder = Path(tempfile.mkdtemp(prefix="redteam-"))
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        abstract.bind("\0" + canary)
        abstract.listen()
        os.environ[VARIABLE] = canary
        try:
            # Open to everybody: what keeps a probe away must be the sandbox, not the mode.
            folder.chmod(0o777)
            for name in ("solution.py", "checks.toml", "store.json"):
                (folder / name).write_text(canary + "\n", encoding="utf-8")
                (folder / name).chmod(0o666)
            yield Stage(Target.mint(), folder, canary, tcp.getsockname()[1], canary)
        finally:
            del os.environ[VARIABLE]
            shutil.rmtree(folder, ignore_errors=True)
