"""Every hostile case is refused by bubblewrap; a usual grader is beaten; the engine notices."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dreambench_lib.cli import app
from dreambench_lib.errors import BadInput, Infra
from dreambench_lib.harness.places import PROJECT
from dreambench_lib.harness.redteam import Case, Outcome, attack_all, case, load_cases
from dreambench_lib.harness.redteam.engine import Judge, judges_in
from dreambench_lib.harness.redteam.host import descendants
from dreambench_lib.harness.redteam.target import Target
from dreambench_lib.harness.sandboxes import Sandbox, open_sandbox
from dreambench_lib.harness.sandboxes.bubblewrap import Bubblewrap
from dreambench_lib.records import CheckOutcome, Verdict
from dreambench_lib.traps.checks import Check
from dreambench_lib.trees import Tree
from tests.redteam import naive
from tests.redteam.telling import CASES, told, wrong_reasons


def test_there_are_enough_cases_of_every_group() -> None:
    sizes = {group: sum(each.group == group for each in CASES) for group in "GAR"}
    assert sum(sizes.values()) >= 60
    assert min(sizes.values()) >= 12, sizes
    assert len({each.story for each in CASES}) == len(CASES)


def test_the_readme_names_their_number() -> None:
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    assert f"with {len(CASES)} hostile cases, each of which must be refused" in " ".join(
        readme.split()
    )


def test_every_case_is_refused_by_bubblewrap() -> None:
    outcomes = attack_all(CASES, judges_in(Bubblewrap("runner")))
    assert told(outcomes) == []
    assert wrong_reasons(outcomes) == []


def test_the_target_can_be_done_and_is_not_done_yet() -> None:
    target = Target.mint()
    with judges_in(Bubblewrap("runner"))(None) as judge:
        assert judge(target.checks, target.honest).passed
        assert not any(c.passed for c in judge(target.checks, target.start).checks)


# --- a suite that cannot fail would prove nothing -----------------------------------------------

WINNERS = """
    G-exits-at-import G-exits-by-atexit G-exits-in-a-thread G-command-says-nothing
    G-equals-everything-as-text G-startup-files G-walks-the-frames G-walks-the-garbage
    G-reads-every-file G-empty-equals-empty G-nothing-is-not-clean G-rewrites-the-artefact
    G-outlives-its-answer G-note-is-a-link G-replaces-its-module
    A-reads-host-files A-reads-environments A-reaches-a-host-port A-reaches-a-host-socket
    A-learns-the-host-name A-sees-other-processes A-looks-for-other-cells
    R-opens-many-files R-forks R-raises-its-limits
    R-hides-memory-in-files
"""
"""Cases that beat the usual grader: their files work, so a refusal of them means something."""


@contextmanager
def cleaned_up() -> Iterator[None]:
    """Whatever the attacks leave behind is ended, by its pid."""
    before = set(descendants())
    try:
        yield
    finally:
        for pid in set(descendants()) - before:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)


def test_the_cases_beat_a_usual_grader() -> None:
    with cleaned_up():
        outcomes = attack_all(load_cases(WINNERS.split()), naive.opened)
    assert [o.case for o in outcomes if o.refused] == []


def test_the_usual_grader_passes_honest_work_and_fails_undone_work() -> None:
    target = Target.mint()
    assert naive.judge(target.checks, target.honest).passed
    undone = naive.judge(target.checks, target.start)
    # It never asks for a positive proof.
    assert [c.id for c in undone.checks if c.passed] == []


def faked(attack: object, kind: str = "tree") -> Case:
    return Case("G-fake", "G", "Is made up.", kind, attack, None, frozenset(), "call", "")  # type: ignore[arg-type]


def honest_only(checks: Sequence[Check], tree: Tree) -> Verdict:
    passed = b"EOD-" in tree[b"shop/price.py"].data
    reason = "" if passed else "not the expected value"
    return Verdict(
        checks=tuple(
            CheckOutcome(id=c.id, kind=c.kind, passed=passed, reason=reason) for c in checks
        )
    )


def outcome_of(attack: object, judge: Judge = honest_only, kind: str = "tree") -> Outcome:
    @contextmanager
    def opened(seconds: float | None) -> Iterator[Judge]:
        yield judge

    with cleaned_up():
        return attack_all([faked(attack, kind)], opened)[0]


def test_a_case_that_passes_a_check_is_not_refused() -> None:
    assert outcome_of(lambda target: target.start).refused
    assert not outcome_of(lambda target: target.honest).refused


def test_a_case_that_changes_a_file_of_the_host_is_not_refused() -> None:
    def attack(stage: object) -> list[str]:
        (stage.folder / "solution.py").write_text("else")  # type: ignore[attr-defined]
        return []

    seen = outcome_of(attack, kind="snoop")
    assert not seen.refused
    assert "files: new solution.py" in seen.detail


def test_a_case_that_leaves_a_process_is_not_refused() -> None:
    def attack(stage: object) -> list[str]:
        subprocess.Popen([sys.executable, "-c", "import select; select.select([], [], [], 20)"])
        return []

    seen = outcome_of(attack, kind="snoop")
    assert not seen.refused
    assert "processes: new" in seen.detail


def test_a_case_that_leaves_a_listener_is_not_refused() -> None:
    source = "import socket, select; s = socket.create_server(('127.0.0.1', 0)); print(); "
    source += "select.select([], [], [], 20)"

    def attack(stage: object) -> list[str]:
        child = subprocess.Popen([sys.executable, "-uc", source], stdout=subprocess.PIPE)
        assert child.stdout is not None
        child.stdout.readline()
        child.stdout.close()
        return []

    assert "listeners: new tcp" in outcome_of(attack, kind="snoop").detail


def test_a_case_that_stops_the_run_or_harms_the_next_is_not_refused() -> None:
    calls: list[int] = []

    def stopped(checks: Sequence[Check], tree: Tree) -> Verdict:
        calls.append(1)
        if len(calls) == 2:
            raise Infra("the sandbox is gone")
        return honest_only(checks, tree)

    assert "stopped the run" in outcome_of(lambda target: target.start, stopped).detail
    calls.clear()

    def harmed(checks: Sequence[Check], tree: Tree) -> Verdict:
        calls.append(1)
        verdict = honest_only(checks, tree)
        return verdict if len(calls) < 3 else verdict.model_copy(update={"checks": ()})

    assert "fails afterwards" in outcome_of(lambda target: target.start, harmed).detail


def test_what_a_hostile_workspace_takes_from_the_host_is_seen() -> None:
    def attack(stage: object, folder: Path) -> None:
        (folder / "copy").write_bytes((stage.folder / "solution.py").read_bytes())  # type: ignore[attr-defined]

    assert not outcome_of(attack, kind="leave").refused


# --- the command ---------------------------------------------------------------------------------


def test_the_command_prints_the_score_as_json() -> None:
    names = ["G-exits-at-import", "A-reads-environments", "R-pipes-for-files"]
    done = CliRunner().invoke(app, ["redteam", *names, "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert (told["total"], told["refused"]) == (3, 3)
    assert [row["case"] for row in told["cases"]] == names


def test_the_command_fails_when_a_case_is_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dreambench_lib.harness.redteam.engine.judges_in", lambda box: naive.opened)
    done = CliRunner().invoke(app, ["redteam", "G-exits-at-import"])
    assert done.exit_code == 1
    assert "NOT REFUSED" in done.output


def test_a_wrong_name_lists_the_right_ones() -> None:
    with pytest.raises(BadInput, match="did you mean 'G-exits-at-import'"):
        load_cases(["G-exit-at-import"])


def test_outside_of_a_source_tree_there_is_one_clear_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="checkout of the source tree"):
        case.find_cases(tmp_path)


def test_a_file_that_is_no_case_is_named(tmp_path: Path) -> None:
    (tmp_path / "graders").mkdir()
    (tmp_path / "graders" / "empty.py").write_text("")
    with pytest.raises(BadInput, match=r"empty\.py is no red-team case"):
        load_cases(folder=tmp_path)


def test_a_sandbox_is_what_the_engine_takes() -> None:
    sandbox: Sandbox = open_sandbox("bubblewrap")
    with judges_in(sandbox)(0.5) as judge:
        assert callable(judge)
