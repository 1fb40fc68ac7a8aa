"""What a probe, a session and a verdict cost, beside a bare bubblewrap on the same machine.

pytest tests/benchmarks/test_referee.py --benchmark-only
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.harness.referee import Referee
from dreambench_lib.harness.sandboxes import SandboxSession, open_sandbox
from dreambench_lib.harness.sandboxes.inventory import bwrap
from dreambench_lib.harness.verdict_cache import VerdictCache
from dreambench_lib.traps.checks import Call, Check, Equals, Run
from dreambench_lib.trees import text_tree

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


def calls(number: int) -> list[Check]:
    return [
        Check(
            id=f"c{n}", kind="presence", session=3,
            probe=Call(target="shop.price:total", args=(n,)), equals=Equals(value=2 * n),
        )
        for n in range(number)
    ]  # fmt: skip


@pytest.fixture(scope="module")
def session() -> Iterator[SandboxSession]:
    with open_sandbox().session() as opened:
        yield opened


def test_bare_bwrap_python(benchmark: Any) -> None:
    benchmark(lambda: subprocess.run([bwrap(), *BARE.split()], check=True))


def test_call_probe(benchmark: Any, session: SandboxSession) -> None:
    probe = Call(target="shop.price:total", args=(4,))
    assert benchmark(lambda: session.observe(TREE, probe)).data == b"8"


def test_command_probe(benchmark: Any, session: SandboxSession) -> None:
    probe = Run(argv=("python", "report.py"))
    assert benchmark(lambda: session.observe(TREE, probe)).data == b"report\n"


def test_session_with_five_checks(benchmark: Any) -> None:
    referee = Referee(open_sandbox())

    def judge() -> bool:
        with referee.session() as judge:
            return judge(calls(5), TREE).passed

    assert benchmark(judge)


def test_cell_of_three_sessions_with_five_checks(benchmark: Any) -> None:
    referee = Referee(open_sandbox())

    def judge() -> bool:
        with referee.session() as judge:
            return all(judge(calls(5), TREE).passed for _ in range(3))

    assert benchmark(judge)


def test_cached_verdict(benchmark: Any, tmp_path: Path) -> None:
    referee = Referee(open_sandbox(), VerdictCache(tmp_path))

    def judge() -> bool:
        with referee.session() as judge:
            return judge(calls(5), TREE).passed

    assert judge()
    assert benchmark(judge)
