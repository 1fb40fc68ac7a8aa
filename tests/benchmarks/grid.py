"""Runs and seals the core sixty as the frozen run has them; prints the seconds it took, as JSON.

Called as a program: ``grid.py FOLDER WORK``, WORK as JSON: ``limit`` and ``seeds`` for a part of
the grid, the rest are arguments of `run`. A fresh process, so that nothing is in mind already.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from pathlib import Path
from typing import Any

from dreambench_lib.harness.plan import make_plan, read_config
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal

CONFIG = Path(__file__).resolve().parents[2] / "results" / "offline-60.toml"


def main(folder: Path, work: dict[str, Any]) -> dict[str, Any]:
    settings = read_config(CONFIG)
    settings |= {name: work.pop(name) for name in ("limit", "seeds") if name in work}
    plan, key = make_plan(**settings)
    shutil.rmtree(folder, ignore_errors=True)
    start = time.perf_counter()
    run(plan, key, folder, **work)
    ran = time.perf_counter()
    head = seal(folder)
    end = time.perf_counter()
    return {
        "cells": len(plan.cells()),
        "run_s": ran - start,
        "seal_s": end - ran,
        "root": head["root"],
    }


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), json.loads(sys.argv[2]))))
