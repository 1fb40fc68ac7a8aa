"""Write the medians of a benchmark run into the README, with the machine they were measured on.

Usage: python tests/benchmarks/readme.py BENCHMARK.json   (see `make bench`)
"""

from __future__ import annotations

import json
import os
import platform
import re
import sys
from pathlib import Path
from typing import Any

README = Path(__file__).resolve().parents[2] / "README.md"
ROWS = {
    "a cell, nothing cached (mint, memory, reader, referee, record)": "test_nothing_cached",
    "a cell, verdicts cached": "test_verdicts_cached",
}
"""What a user asks about, and the benchmarks that answer it (the slowest trap counts)."""


def median(report: dict[str, Any], name: str) -> float:
    """The largest median, in milliseconds, of the benchmarks called `name`."""
    found = [b["stats"]["median"] for b in report["benchmarks"] if b["name"].startswith(name)]
    if not found:
        raise SystemExit(f"the report has no benchmark {name}: run 'make bench' whole")
    return 1000 * max(found)


def block(report: dict[str, Any]) -> str:
    """The README's table."""
    lines = ["| what | median, slowest trap |", "|---|---|"]
    lines += [f"| {what} | {median(report, name):.0f} ms |" for what, name in ROWS.items()]
    cpu = report["machine_info"].get("cpu", {}).get("brand_raw", platform.machine())
    machine = f"{os.cpu_count()} cores of {cpu}, Linux, Python {platform.python_version()}"
    return "\n".join([*lines, "", f"Three sessions a cell, one process, {machine}. `make bench`."])


def main() -> None:
    report = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    text = README.read_text(encoding="utf-8")
    pattern = re.compile(r"<!-- bench -->.*<!-- /bench -->", re.DOTALL)
    new = f"<!-- bench -->\n{block(report)}\n<!-- /bench -->"
    README.write_text(pattern.sub(lambda _: new, text), encoding="utf-8")
    print(block(report))


if __name__ == "__main__":
    main()
