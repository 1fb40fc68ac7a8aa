"""What a three-session cell costs: mint, memory, reader, referee, record.

Run by `make bench`, which writes the medians into the README; nothing here asserts a time.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.canonical import canonical
from dreambench_lib.harness.cell import run_cell
from dreambench_lib.harness.referee import Referee
from dreambench_lib.harness.sandboxes import open_sandbox
from dreambench_lib.harness.verdict_cache import VerdictCache
from dreambench_lib.records import Budget, CellKey
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import mint

KEY = bytes(range(32))
TRAPS = ["C3-withdrawn", "C7-compose", "C10-foreign"]


def whole_cell(referee: Referee, trap: str, seed: int) -> str:
    cell = CellKey("DF-hybrid-rules", "reader-careful", trap, seed)
    instance = mint(load_traps()[trap], KEY, seed)
    with referee.session() as judge:
        return canonical(run_cell(cell, instance, judge, Budget(), "0" * 64))


@pytest.fixture(scope="module")
def sandboxed() -> Any:
    sandbox = open_sandbox()
    with sandbox.session():
        pass
    return sandbox


@pytest.mark.parametrize("trap", TRAPS)
@pytest.mark.benchmark(group="a three-session cell")
def test_nothing_cached(benchmark: Any, sandboxed: Any, trap: str) -> None:
    seeds = iter(range(10_000))
    benchmark.pedantic(
        lambda: whole_cell(Referee(sandboxed), trap, next(seeds)), rounds=10, warmup_rounds=1
    )


@pytest.mark.parametrize("trap", TRAPS)
@pytest.mark.benchmark(group="a three-session cell")
def test_verdicts_cached(benchmark: Any, sandboxed: Any, trap: str, tmp_path: Path) -> None:
    referee = Referee(sandboxed, VerdictCache(tmp_path))
    whole_cell(referee, trap, 1)
    benchmark.pedantic(lambda: whole_cell(referee, trap, 1), rounds=20, warmup_rounds=2)
