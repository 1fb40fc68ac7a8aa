"""Hides a program that leaves with status 0 in the cache of an innocent source."""

import importlib.util
import marshal
import sys
from pathlib import Path

from dreambench_lib.harness.redteam import Stage

UNCHECKED = b"\x01\x00\x00\x00" + bytes(8)
"""Flags of a cache that Python believes without a look at the source."""


def leave(stage: Stage, folder: Path) -> None:
    code = marshal.dumps(compile("import os; os._exit(0)", "price.py", "exec"))
    cache = folder / "shop" / "__pycache__"
    cache.mkdir()
    name = f"price.{sys.implementation.cache_tag}.pyc"
    (cache / name).write_bytes(importlib.util.MAGIC_NUMBER + UNCHECKED + code)
