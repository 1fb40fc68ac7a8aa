"""Leaves names with line breaks, escape codes, options and raw bytes."""

import os
from pathlib import Path

from dreambench_lib.harness.redteam import Stage

NAMES = (b"-rf", b"a\nb", b"\x1b[2J", b"\xff\xfe", b"$(id)", b"..\\x", b"%2e%2e", b"x" * 255, b" ")


def leave(stage: Stage, folder: Path) -> None:
    for name in NAMES:
        with open(os.fsencode(folder) + b"/" + name, "wb") as file:
            file.write(b"import os; os._exit(0)")
