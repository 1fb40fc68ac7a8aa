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

import pandas as pd

from dreambench_lib.report.figures import speed

README = Path(__file__).resolve().parents[2] / "README.md"
PICTURE = "bench-signflip"
ROWS = {
    "a cell, nothing cached (mint, memory, reader, referee, record)": "test_nothing_cached",
    "a cell, verdicts cached": "test_verdicts_cached",
}
"""What a user asks about, and the benchmarks that answer it (the slowest trap counts)."""
DASK = {
    "test_dask": "verdicts cached",
    "test_dask_judging": "each judged (most of it waits for sandboxes)",
}
METHODS = {
    "DreamBench, exact": "test_signflip",
    "dictionary DP, exact": "test_dictionary_dp",
    "scipy, 99,999 resamples": "test_scipy_with_99999_resamples",
    "R exactRankTests": "test_exact_rank_tests",
}
"""Ways to one sign-flip p; the first is ours."""


def median(report: dict[str, Any], name: str) -> float:
    """The largest median, in milliseconds, of the benchmarks called `name`."""
    found = [b["stats"]["median"] for b in report["benchmarks"] if b["name"].startswith(name)]
    if not found:
        raise SystemExit(f"the report has no benchmark {name}: run 'make bench' whole")
    return 1000 * max(found)


def machine(report: dict[str, Any]) -> str:
    """What it was measured on, without the machine's name."""
    cpu = report["machine_info"].get("cpu", {}).get("brand_raw", platform.machine())
    return f"{os.cpu_count()} cores of {cpu}, Linux, Python {platform.python_version()}"


def cells_block(report: dict[str, Any]) -> str:
    """How long a cell takes."""
    lines = ["| what | median, slowest trap |", "|---|---|"]
    lines += [f"| {what} | {median(report, name):.0f} ms |" for what, name in ROWS.items()]
    return "\n".join([*lines, "", f"Three sessions a cell, one process, {machine(report)}."])


def grid_block(report: dict[str, Any]) -> str:
    """The frozen grid whole, by what is cached, and Dask's second worker; empty if not run."""
    found = {b["name"]: b["extra_info"] for b in report["benchmarks"]}
    states = {"nothing": True, "verdicts": False, "cells": True}
    told = {state: found.get(f"test_grid[{state}-{reuse}]") for state, reuse in states.items()}
    dask = {name: [found.get(f"{name}[{n}]") for n in (1, 2)] for name in DASK}
    if not all([*told.values(), *(one for pair in dask.values() for one in pair)]):
        return ""
    cells = told["nothing"]["cells"]
    lines = [f"| {cells:,} cells, cached before | run, s | seal, s |", "|---|--:|--:|"]
    lines += [f"| {s} | {one['run_s']:.0f} | {one['seal_s']:.1f} |" for s, one in told.items()]
    lines += ["", "Two Dask workers against one:"]
    for name, (one, two) in dask.items():
        ratio = one["run_s"] / two["run_s"]
        lines.append(f"{ratio:.2f} times as fast on {one['cells']:,} cells, {DASK[name]};")
    return "\n".join([*lines[:-1], lines[-1][:-1] + "."])


def growth_block(report: dict[str, Any]) -> str:
    """What the harness costs where cells cost nothing; empty if that benchmark did not run."""
    found = [b for b in report["benchmarks"] if b["name"].startswith("test_growth")]
    if not found:
        return ""
    columns = {
        "run, ms a cell": "run_ms", "driver, kB a cell": "driver_kb", "seal, ms a cell": "seal_ms",
        "verify, ms a cell": "verify_ms", "resume, s": "resume_s",
    }  # fmt: skip
    lines = [f"| no-op cells | workers | {' | '.join(columns)} |", f"|--:|--:|{'--:|' * 5}"]
    for one in sorted(found, key=lambda b: (b["params"]["cells"], b["params"]["workers"])):
        values = " | ".join(f"{one['extra_info'][name]:.2g}" for name in columns.values())
        lines.append(f"| {one['params']['cells']:,} | {one['params']['workers']} | {values} |")
    told = "A resume includes the sandbox's self-checks, which take the same whatever the size."
    return "\n".join([*lines, "", told])


def signflips(report: dict[str, Any]) -> pd.DataFrame:
    """Method, clusters, seconds and a note for every sign-flip benchmark that ran."""
    rows = []
    for method, name in METHODS.items():
        for one in report["benchmarks"]:
            if re.fullmatch(rf"{name}\[\d+\]", one["name"]):
                extra = one["extra_info"]
                rows.append(
                    {
                        "method": method,
                        "clusters": int(one["params"]["clusters"]),
                        "seconds": one["stats"]["median"] * extra.get("times", 1),
                        "note": extra.get("note", ""),
                    }
                )
    if not any(row["method"] == next(iter(METHODS)) for row in rows):
        raise SystemExit("the report has no benchmark test_signflip: run 'make bench' whole")
    return pd.DataFrame(rows)


def signflip_block(report: dict[str, Any]) -> str:
    """The sign-flip test beside its rivals, methods down, sizes across."""
    data = signflips(report)
    sizes = sorted(data["clusters"].unique())
    lines = [f"| one sign-flip p | {' | '.join(f'{k:,} clusters' for k in sizes)} |"]
    lines.append("|---|" + "--:|" * len(sizes))
    notes: list[str] = []
    for method in METHODS:
        cells = []
        for k in sizes:
            found = data[(data["method"] == method) & (data["clusters"] == k)]
            cells.append(_cell(found, notes))
        lines.append(f"| {method} | {' | '.join(cells)} |")
    if not (data["method"] == "R exactRankTests").any():
        notes.append("R or its package exactRankTests was not installed, so its row is empty.")
    told = [f"{number}. {note}" for number, note in enumerate(notes, 1)]
    picture = (
        f"![Seconds for one sign-flip test over the number of clusters](figures/{PICTURE}.png)"
    )
    return "\n".join([*lines, "", *told, "", picture, "", f"Medians; {machine(report)}."])


def _cell(found: pd.DataFrame, notes: list[str]) -> str:
    if not len(found):
        return "–"
    seconds, note = float(found["seconds"].iloc[0]), str(found["note"].iloc[0])
    text = f"{seconds * 1e6:.0f} µs" if seconds < 1e-3 else f"{seconds * 1e3:.3g} ms"
    text = f"{seconds:.3g} s" if seconds >= 1 else text
    if not note:
        return text
    if note not in notes:
        notes.append(note)
    more = "> " if note.startswith("stopped") else ""
    return f"{more}{text} ({notes.index(note) + 1})"


def block(report: dict[str, Any]) -> str:
    """Everything between the README's marks."""
    blocks = [cells_block(report), grid_block(report), growth_block(report), signflip_block(report)]
    return "\n\n".join([*filter(None, blocks), "All of it by `make bench`."])


def main() -> None:
    report = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    text = README.read_text(encoding="utf-8")
    pattern = re.compile(r"<!-- bench -->.*<!-- /bench -->", re.DOTALL)
    made = block(report)
    speed(signflips(report), machine(report)).save(PICTURE)
    new = f"<!-- bench -->\n{made}\n<!-- /bench -->"
    README.write_text(pattern.sub(lambda _: new, text), encoding="utf-8")
    print(made)


if __name__ == "__main__":
    main()
