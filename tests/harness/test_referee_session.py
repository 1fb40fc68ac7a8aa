"""The referee with real sandboxes: what it opens, when it tries again, whose fault it names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import Infra
from dreambench_lib.harness.referee import REFEREE_VERSION, Referee
from dreambench_lib.harness.sandboxes import (
    Limits,
    Observation,
    SandboxSession,
    SessionLost,
    open_sandbox,
)
from dreambench_lib.harness.sandboxes.bubblewrap import Bubblewrap
from dreambench_lib.harness.sandboxes.layout_c import RunnerSession
from dreambench_lib.harness.verdict_cache import VerdictCache
from dreambench_lib.records import CheckOutcome, Verdict
from dreambench_lib.traps.checks import Call, Check, Equals, Look, Run
from dreambench_lib.trees import Tree, text_tree

TREE = text_tree(
    {
        "m.py": "def f(n): return ['END', n]\nimport time\ndef hang(): time.sleep(20)\n",
        "make.py": "print('made')\n",
        "made.txt": "made\n",
    }
)


def check(name: str, probe: Any, **demands: Any) -> Check:
    return Check(id=name, kind="presence", session=3, probe=probe, **demands)


F, HANG = Call(target="m:f", args=(1,)), Call(target="m:hang")
CHECKS = [
    check("call", F, equals=Equals(value=["END", 1])),
    check("lacks", F, anchor=("E",), lacks=("END",)),
    check("run", Run(argv=("python", "make.py")), equals_file="made.txt"),
    check("look", Look(path="made.txt"), has=("made",)),
]


class Watched:
    """A real sandbox that counts, and may end a session before a probe."""

    def __init__(self, end_before: Callable[[Call | Run], bool] = lambda _: False) -> None:
        self.real = Bubblewrap("runner")
        self.end_before = end_before
        self.opened = 0
        self.probes: list[Call | Run] = []
        self.identity, self.interpreter = self.real.identity, self.real.interpreter
        self.check = self.real.check

    @contextmanager
    def session(self, limits: Limits = Limits()) -> Iterator[SandboxSession]:  # noqa: B008
        self.opened += 1
        with self.real.session(limits) as real:
            outer = self

            class Session:
                def observe(
                    self, tree: Tree, probe: Call | Run, seconds: float | None = None
                ) -> Observation:
                    outer.probes.append(probe)
                    if outer.end_before(probe):
                        assert isinstance(real, RunnerSession)
                        real.bubble.kill()
                    return real.observe(tree, probe, seconds)

            yield Session()


def test_a_verdict_has_every_check_in_order_and_observes_a_probe_once() -> None:
    sandbox = Watched()
    with Referee(sandbox).session() as judge:
        verdict = judge(CHECKS, TREE)
    assert [(each.id, each.passed, each.reason) for each in verdict.checks] == [
        ("call", True, ""),
        ("lacks", False, 'saw "END"'),
        ("run", True, ""),
        ("look", True, ""),
    ]
    assert not verdict.passed
    assert sandbox.probes == [F, Run(argv=("python", "make.py"))]
    assert sandbox.opened == 1


def test_files_and_cached_verdicts_open_no_sandbox(tmp_path: Path) -> None:
    sandbox = Watched()
    referee = Referee(sandbox, VerdictCache(tmp_path))
    with referee.session() as judge:
        assert judge(CHECKS[3:], TREE).passed
    assert sandbox.opened == 0
    with referee.session() as judge:
        first = judge(CHECKS, TREE)
    with referee.session() as judge:
        assert judge(CHECKS, TREE) == first
    assert sandbox.opened == 1
    assert referee.key(CHECKS, TREE) != referee.key(CHECKS[:1], TREE)
    assert referee.key(CHECKS, TREE) != referee.key(CHECKS, {**TREE, **text_tree({"x": ""})})


def test_one_sandbox_serves_a_whole_session() -> None:
    sandbox = Watched()
    with Referee(sandbox).session() as judge:
        for number in range(3):
            tree = {**TREE, **text_tree({"m.py": f"def f(n): return {number}\n"})}
            assert judge([check("c", F, equals=Equals(value=number))], tree).passed
    assert sandbox.opened == 1


def test_a_lost_sandbox_is_replaced_once() -> None:
    ends = iter([True])
    sandbox = Watched(lambda _: next(ends, False))
    with Referee(sandbox).session() as judge:
        assert judge(CHECKS[:1], TREE).passed
    assert (sandbox.opened, len(sandbox.probes)) == (2, 2)


def test_who_ends_the_sandbox_twice_fails_the_check_and_nothing_else(tmp_path: Path) -> None:
    sandbox = Watched(lambda probe: probe == F)
    referee = Referee(sandbox, VerdictCache(tmp_path))
    with referee.session() as judge:
        verdict = judge(CHECKS, TREE)
    reasons = [each.reason for each in verdict.checks]
    assert reasons == ["the sandbox ended", "the sandbox ended", "", ""]
    assert VerdictCache(tmp_path).stats().verdicts == 0, "a doubtful verdict was remembered"


def test_a_machine_on_which_nothing_works_is_infra() -> None:
    with Referee(Watched(lambda _: True)).session() as judge, pytest.raises(Infra, match="doctor"):
        judge(CHECKS, TREE)


def test_a_sandbox_that_does_not_start_is_infra() -> None:
    class NoStart(Watched):
        @contextmanager
        def session(self, limits: Limits = Limits()) -> Iterator[SandboxSession]:  # noqa: B008
            raise SessionLost("Creating new namespace failed")
            yield

    with Referee(NoStart()).session() as judge, pytest.raises(Infra, match="namespace failed"):
        judge(CHECKS, TREE)


def test_ten_that_hang_do_not_cost_ten_deadlines(tmp_path: Path) -> None:
    sandbox = Watched()
    limits = Limits(seconds=0.3, verdict_seconds=0.5)
    referee = Referee(sandbox, VerdictCache(tmp_path), limits)
    hanging = [check(f"h{n}", HANG, equals=Equals(value=n), anchor=(f"{n}",)) for n in range(10)]
    others = [
        check(f"o{n}", Run(argv=("python", "-c", f"import time; time.sleep(20 + {n})")), has=("x",))
        for n in range(1, 10)
    ]
    with referee.session() as judge:
        verdict = judge([*hanging, *others], TREE)
    assert {each.reason for each in verdict.checks} == {"timeout"}
    ours = [probe for probe in sandbox.probes if probe == HANG or isinstance(probe, Run)]
    # The first hung probe once for its ten checks, then only what was left of the time.
    assert len(ours) <= 2
    assert VerdictCache(tmp_path).stats().verdicts == 0


def test_both_layouts_give_the_same_verdict() -> None:
    verdicts = []
    for layout in ("runner", "single"):
        with Referee(Bubblewrap(layout)).session() as judge:
            verdicts.append(judge(CHECKS, TREE))
    assert verdicts[0] == verdicts[1]


def test_the_identity_holds_versions_and_no_fact_of_the_machine() -> None:
    assert Referee(open_sandbox()).identity() == f"referee/{REFEREE_VERSION} bubblewrap/1"


FORGED = [
    Verdict(checks=()),
    Verdict(checks=(CheckOutcome(id="other", kind="presence", passed=True),)),
    Verdict(checks=(CheckOutcome(id="call", kind="scope", passed=True),)),
    Verdict(checks=(CheckOutcome(id="call", kind="presence", passed=True, reason="timeout"),)),
    Verdict(checks=(CheckOutcome(id="call", kind="presence", passed=False),)),
]


@pytest.mark.parametrize("forged", FORGED, ids=range(len(FORGED)))
def test_a_remembered_verdict_that_does_not_answer_the_checks_is_none(
    tmp_path: Path, forged: Verdict
) -> None:
    wrong = [check("call", F, equals=Equals(value="else"))]
    referee = Referee(Watched(), VerdictCache(tmp_path))
    assert referee.cache is not None
    referee.cache.put(referee.key(wrong, TREE), forged)
    with referee.session() as judge:
        assert [c.reason for c in judge(wrong, TREE).checks] == ["not the expected value"]


def test_other_code_of_the_referee_asks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Referee(Watched()).key(CHECKS, TREE)
    monkeypatch.setattr("dreambench_lib.harness.referee.referee.code_digest", lambda: "other")
    assert Referee(Watched()).key(CHECKS, TREE) != here


def test_who_was_killed_is_looked_into_and_not_remembered(tmp_path: Path) -> None:
    """The kernel may have been short of memory; the failure stays the agent's."""
    tree = text_tree({"m.py": "import os\ndef f(n): os.kill(os.getpid(), 9)\n"})
    sandbox = Watched()
    with Referee(sandbox, VerdictCache(tmp_path)).session() as judge:
        for _ in range(2):
            assert [c.reason for c in judge(CHECKS[:1], tree).checks] == ["exit status 137"]
    assert sandbox.opened == 3
    assert VerdictCache(tmp_path).stats().verdicts == 0
