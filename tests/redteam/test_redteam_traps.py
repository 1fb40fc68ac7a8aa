"""Trees that do no work, against the real checks of real traps: none of them passes a session."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from dreambench_lib.harness.redteam.engine import Judge, judges_in
from dreambench_lib.harness.sandboxes.bubblewrap import Bubblewrap
from dreambench_lib.traps.keys import fresh_key, parse_key
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import mint
from dreambench_lib.trees import Entry, Tree

EVERY = 6
EXITS = b"import os; os._exit(0)"
ECHO = b"def __getattr__(name):\n    return lambda *a, **k: a[0] if a else None\n"


def programs(source: bytes) -> Callable[[Tree], Tree]:
    """Every program of the repository replaced by one."""
    return lambda base: {
        path: Entry("file", source) if path.endswith(b".py") else entry
        for path, entry in base.items()
    }


LAZY: dict[str, Callable[[Tree], Tree]] = {
    "untouched": lambda base: base,
    "deleted": lambda base: {},
    "emptied": lambda base: {path: Entry("file", b"") for path in base},
    "leaves at once": programs(EXITS),
    "gives back what it is asked": programs(ECHO),
}
SILENT = ("deleted", "emptied", "leaves at once")


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with judges_in(Bubblewrap("runner"))(None) as opened:
        yield opened


@pytest.mark.parametrize("trap", list(load_traps())[::EVERY])
def test_no_tree_without_work_passes_a_session(judge: Judge, trap: str) -> None:
    instance = mint(load_traps()[trap], parse_key(fresh_key()), 1)
    checks = instance.session_checks(len(instance.template.sessions))
    for name, lazy in LAZY.items():
        verdict = judge(checks, lazy(instance.base))
        assert not verdict.passed, name
        asked = [c.id for c in checks if c.probe.type != "look"]
        passed = [c.id for c in verdict.checks if c.passed and c.id in asked]
        assert passed == [] or name not in SILENT, (name, passed)
