"""Every hostile case in the layout that stands in where namespaces cannot nest."""

from __future__ import annotations

from dreambench_lib.harness.redteam import attack_all
from dreambench_lib.harness.redteam.engine import judges_in
from dreambench_lib.harness.sandboxes.bubblewrap import Bubblewrap
from tests.redteam.telling import CASES, told, wrong_reasons

WEAKER = {"R-takes-all-names"}
"""Bubblewrap alone cannot bound the inodes of a tmpfs; the runner can."""


def test_every_case_is_refused_by_the_fallback_layout() -> None:
    outcomes = attack_all(CASES, judges_in(Bubblewrap("single")))
    assert {o.case for o in outcomes if not o.refused} == WEAKER, told(outcomes)
    assert wrong_reasons(outcomes) == []
