"""Leaves files whose names differ in case or in the form of a letter only."""

from pathlib import Path

from dreambench_lib.harness.redteam import Stage


def leave(stage: Stage, folder: Path) -> None:
    for name in ("notes.md", "Shop/price.py", "shop/PRICE.py", "caf\u00e9", "cafe\u0301"):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("import os; os._exit(0)", encoding="utf-8")
