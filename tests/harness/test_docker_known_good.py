"""Every trap's known-good tree, and a known-bad one, judged in both sandboxes: equal verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from dreambench_lib.agents.bench import reader_bench
from dreambench_lib.harness.referee import Judge, Referee
from dreambench_lib.harness.sandboxes import open_sandbox
from dreambench_lib.traps.bench import Course
from dreambench_lib.traps.keys import parse_key
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.template import Template

KEY = parse_key("a7" * 32)
TRAPS = load_traps()


@pytest.fixture(scope="module", params=[False, True], ids=["first", "again"])
def again(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture(scope="module")
def judges(engine: str, again: bool) -> Iterator[list[Judge]]:
    """A referee session in each sandbox; nothing is cached, and both rounds are fresh."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(Referee(open_sandbox(name)).session())
            for name in ("bubblewrap", "docker")
        ]


@pytest.mark.parametrize("trap", TRAPS.values(), ids=list(TRAPS))
def test_verdicts_are_equal(trap: Template, judges: list[Judge], again: bool) -> None:
    course = Course(trap, reader_bench(judges[0], KEY, [1]))
    instance, last = course.instance(1), len(trap.sessions)
    checks = instance.session_checks(last)
    good = course.solved(instance, last, instance.solution())
    verdicts = [judge(checks, good) for judge in judges]
    assert verdicts[0].passed, [c for c in verdicts[0].checks if not c.passed]
    assert verdicts[1] == verdicts[0]
    if again:
        return
    bad = course.before(instance, last)
    untouched = [judge(checks, bad) for judge in judges]
    assert not untouched[0].passed
    assert untouched[1] == untouched[0]
