"""Runs, resumes, seals and verifies a grid of no-ops; prints what each step took, as JSON.

Called as a program: ``growth.py FOLDER CELLS WORKERS``, so that memory is a fresh process's own.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.harness.status import status
from dreambench_lib.harness.verify import verify
from tests.noop import ENGINE, grid


def resident(field: str) -> int:
    """``VmRSS`` (now) or ``VmHWM`` (the most so far) of this process, in kB."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field))


def took(step: Callable[[], object]) -> float:
    """Seconds."""
    start = time.perf_counter()
    step()
    return time.perf_counter() - start


def main(folder: Path, cells: int, workers: int) -> dict[str, float]:
    warm = {"workers": workers, "cache": None, "engine": ENGINE}
    # What does not grow (imports, the sandbox's self-checks) happens in a small run first.
    small = grid(500)
    fixed = took(lambda: run(*small, folder / "small", **warm))  # type: ignore[arg-type]
    plan = grid(cells)
    before = resident("VmRSS")
    whole = took(lambda: run(*plan, folder / "run", **warm))  # type: ignore[arg-type]
    told: dict[str, float] = {
        "cells": cells,
        "fixed_s": fixed,
        "run_ms": 1000 * whole / cells,
        "driver_kb": (resident("VmHWM") - before) / cells,
        "resume_s": took(lambda: run(*plan, folder / "run", **warm)),  # type: ignore[arg-type]
        "status_s": took(lambda: status(folder / "run")),
        "seal_ms": 1000 * took(lambda: seal(folder / "run")) / cells,
        "all_kb": (resident("VmHWM") - before) / cells,
    }
    told["verify_ms"] = 1000 * took(lambda: verify(folder / "run")) / cells
    return told


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
