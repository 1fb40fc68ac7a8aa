"""Runs one small plan into a folder, and hurts itself on the way as it is told.

Called as a program: ``driver.py FOLDER FAULT``, FAULT as JSON. It prints the seconds the run took.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from dreambench_lib.errors import DreamBenchError
from dreambench_lib.harness.gateway.settings import Live
from dreambench_lib.harness.plan import Plan, make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.models import Endpoint
from tests.gateway.scenes import KEY, TRAPS


def plan(fault: dict[str, Any]) -> tuple[Plan, str]:
    """The plan of the matrix; with a ``url`` a smaller one, whose agent asks the model there."""
    if url := fault.get("url"):
        model = Endpoint(model="scripted-1", base_url=url, key_env="", max_tokens=1024)
        return make_plan(["B0", "ideal"], ["reader-llm"], TRAPS, [1], key=KEY, model=model)
    return make_plan(
        conditions=["B0", "B5", "recency-only"],
        agents=["reader-literal"],
        traps=["C1-envelope", "C9-upload"],
        seeds=[1, 2],
        key="a7" * 32,
        sandbox=fault.get("sandbox", "bubblewrap"),
    )


def children(pid: int) -> list[int]:
    """Worker processes below `pid`, leaves first."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text(encoding="ascii").split():
            found += [*children(int(child)), int(child)]
    return found


def workers(driver: int) -> list[int]:
    """Python processes that carry its cells: neither a sandbox nor a resource tracker."""
    found = []
    for pid in children(driver):
        try:
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except (FileNotFoundError, ProcessLookupError):
            continue
        line = b" ".join(words)
        if (b"loky" in line and b"tracker" not in line) or b"spawn_main" in line:
            found.append(pid)
    return found


def arm(fault: dict[str, Any]) -> None:
    """Set the fault's alarm; without a handler the alarm ends this process at once."""
    if fault.get("kind") == "worker":

        def strike(*_: object) -> None:
            for pid in workers(os.getpid())[:1]:
                os.kill(pid, signal.SIGKILL)

        signal.signal(signal.SIGALRM, strike)
    elif fault.get("kind") == "other":

        def strike_other(*_: object) -> None:
            os.kill(int(fault["pid"]), signal.SIGKILL)

        signal.signal(signal.SIGALRM, strike_other)
    if "after" in fault:
        signal.setitimer(signal.ITIMER_REAL, float(fault["after"]))


def main(folder: Path, fault: dict[str, Any]) -> None:
    clock = time.time

    def progress(record: object, done: int, total: int) -> None:
        if record is None or done != fault.get("at"):
            return
        if fault["kind"] == "fill":
            fill(folder.parent / "ballast")
        if fault["kind"] == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if fault["kind"] == "clock":
            time.time = lambda: clock() - 86_400

    start = time.monotonic()
    arm(fault)
    run(
        *plan(fault),
        folder,
        workers=int(fault.get("workers", 2)),
        engine=str(fault.get("engine", "local")),
        scheduler=fault.get("scheduler"),
        progress=progress,
        live=Live(folder=folder) if "url" in fault else None,
    )
    seal(folder)
    if fault.get("kind") != "driver":
        signal.setitimer(signal.ITIMER_REAL, 0)  # it came too late to strike anybody
    print(time.monotonic() - start)


def fill(ballast: Path) -> None:
    """Write until the small file system of the test is full."""
    try:
        with ballast.open("wb", buffering=0) as file:
            for _ in range(4096):
                file.write(bytes(4096))
    except OSError:
        return


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), json.loads(sys.argv[2]))
    except DreamBenchError as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
