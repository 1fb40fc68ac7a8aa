"""Leaves a socket where a file is read."""

import socket
from pathlib import Path

from dreambench_lib.harness.redteam import Stage


def leave(stage: Stage, folder: Path) -> None:
    (folder / "NOTES.md").unlink()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(folder / "NOTES.md"))
