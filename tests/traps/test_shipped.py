"""The shipped traps, in the real sandbox: every gate, with a fixed key and few seeds."""

from __future__ import annotations

import pytest

from dreambench_lib.harness.admit import check_all
from dreambench_lib.traps.load import ROOT, load_traps
from dreambench_lib.traps.quotas import read_quotas, set_gates
from dreambench_lib.traps.template import Template

TRAPS = load_traps()


@pytest.mark.parametrize("trap", TRAPS.values(), ids=TRAPS)
def test_trap_is_admitted(trap: Template) -> None:
    ((_, results),) = check_all({trap.id: trap}, key="5c" * 32, seeds=3, workers=1)
    assert [(result.gate, result.detail) for result in results if not result.passed] == []


def test_one_trap_per_construct_and_two_clean_starts() -> None:
    constructs = {trap.construct_id for trap in TRAPS.values()}
    assert constructs == {f"C{number}" for number in range(1, 11)}
    assert sum(trap.start == "clean" for trap in TRAPS.values()) >= 2
    assert len({trap.fixture.name for trap in TRAPS.values()}) >= 3


def test_the_set_meets_its_quotas() -> None:
    quotas = read_quotas(ROOT)
    assert quotas is not None
    assert [(v.gate, v.detail) for v in set_gates(TRAPS.values(), quotas) if not v.passed] == []
