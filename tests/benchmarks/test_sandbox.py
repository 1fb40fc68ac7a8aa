"""Both sandboxes beside a bare bubblewrap, in one run on one machine.

The ratios to the bare one and the sandbox stand in each benchmark's `extra_info`; nothing here
asserts a time. pytest tests/benchmarks/test_sandbox.py --benchmark-only
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import pytest

from dreambench_lib.harness.referee import Referee
from dreambench_lib.harness.sandboxes import SandboxSession, open_sandbox
from dreambench_lib.harness.sandboxes.inventory import bwrap
from dreambench_lib.traps.checks import Call, Check, Equals, Run
from dreambench_lib.trees import text_tree

SANDBOXES = ["bubblewrap", "docker"]
TREE = text_tree(
    {
        "shop/__init__.py": "",
        "shop/price.py": "def total(n): return n * 2\n",
        "report.py": "print('report')\n",
        **{f"shop/part{number}.py": "VALUE = 1\n" * 40 for number in range(40)},
    }
)
BARE = """--unshare-all --ro-bind /usr /usr --symlink usr/lib /lib --symlink usr/lib64 /lib64
    --proc /proc --dev /dev /usr/bin/python3 -I -S -c pass"""
CHECKS = [
    Check(
        id=f"c{n}", kind="presence", session=3,
        probe=Call(target="shop.price:total", args=(n,)), equals=Equals(value=2 * n),
    )
    for n in range(5)
]  # fmt: skip


def bare() -> None:
    subprocess.run([bwrap(), *BARE.split()], check=True)


def beside_a_bare_one(benchmark: Any, rounds: int = 20) -> None:
    """Measure the bare one now, as busy as the machine is now, and say how we compare."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        bare()
        times.append(time.perf_counter() - start)
    reference = statistics.median(times)
    benchmark.extra_info["bare_bwrap_ms"] = round(1000 * reference, 2)
    benchmark.extra_info["times_bare_bwrap"] = round(benchmark.stats.stats.median / reference, 2)


@pytest.fixture(params=SANDBOXES)
def name(request: pytest.FixtureRequest) -> str:
    if request.param == "docker":
        if shutil.which("dockerd") is None and shutil.which("docker") is None:
            pytest.skip("Docker is not installed")
        request.getfixturevalue("engine")
    return str(request.param)


@pytest.fixture
def session(name: str) -> Iterator[SandboxSession]:
    with open_sandbox(name).session() as opened:
        yield opened


def test_bare_bwrap(benchmark: Any) -> None:
    benchmark(bare)


def test_call(benchmark: Any, session: SandboxSession, name: str) -> None:
    probe = Call(target="shop.price:total", args=(4,))
    assert benchmark(lambda: session.observe(TREE, probe)).data == b"8"
    beside_a_bare_one(benchmark)


def test_command(benchmark: Any, session: SandboxSession, name: str) -> None:
    probe = Run(argv=("python", "report.py"))
    assert benchmark(lambda: session.observe(TREE, probe)).data == b"report\n"
    beside_a_bare_one(benchmark)


def test_referee_work_of_a_cell_of_three_sessions(benchmark: Any, name: str) -> None:
    referee = Referee(open_sandbox(name))

    def judge() -> bool:
        with referee.session() as judge:
            return all(judge(CHECKS, TREE).passed for _ in range(3))

    assert benchmark(judge)
    beside_a_bare_one(benchmark)
