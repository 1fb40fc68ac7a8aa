"""Every hostile case in Docker."""

from __future__ import annotations

from dreambench_lib.harness.redteam import attack_all
from dreambench_lib.harness.redteam.engine import judges_in
from dreambench_lib.harness.sandboxes import open_sandbox
from tests.redteam.telling import CASES, told, wrong_reasons


def test_every_case_is_refused_by_docker(engine: str) -> None:
    outcomes = attack_all(CASES, judges_in(open_sandbox("docker")))
    assert told(outcomes) == []
    assert wrong_reasons(outcomes) == []
