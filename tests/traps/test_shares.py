"""Gates of shares over twenty seeds: knowing how slots are filled is enough, no sandbox."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from dreambench_lib.agents.bench import reader_bench
from dreambench_lib.records import CheckOutcome, Verdict
from dreambench_lib.traps import gates
from dreambench_lib.traps.bench import Course
from dreambench_lib.traps.checks import Check
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.template import Template
from dreambench_lib.trees import Tree, digest

TRAPS = load_traps()


class BySolution:
    """Passes a tree iff it is the solution's: enough where only the fillings matter."""

    course: Course

    def __call__(self, checks: Sequence[Check], tree: Tree) -> Verdict:
        number = len(self.course.template.sessions)
        right = {
            digest(self.course.solved(i, number, i.solution())) for i in self.course.instances()
        }
        passed = digest(tree) in right
        return Verdict(checks=(CheckOutcome(id="x", kind="presence", passed=passed),))


@pytest.mark.parametrize("trap", TRAPS.values(), ids=TRAPS)
@pytest.mark.parametrize("gate", [gates.crowding, gates.replicate])
def test_shares(trap: Template, gate: gates.Gate) -> None:
    judge = BySolution()
    judge.course = Course(trap, reader_bench(judge, b"\x5c" * 32, range(1, 21)))
    result = gate(judge.course)
    assert result.passed, result.detail
