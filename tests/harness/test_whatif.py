"""Counterfactual replay: nothing changed, nothing turns; what a change turns is its effect."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dreambench_lib.cli import app
from dreambench_lib.errors import BadInput
from dreambench_lib.harness.causes import causes
from dreambench_lib.harness.lookup import Found, found_cell
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.harness.referee import Referee
from dreambench_lib.harness.run import run
from dreambench_lib.harness.sandboxes import open_sandbox
from dreambench_lib.harness.seal import seal
from dreambench_lib.harness.whatif import Change, Judge, replay, scene
from dreambench_lib.records import Budget

CONDITIONS = ["B0", "B5", "recency-only", "ideal"]
TRAPS = ["C1-envelope", "C3-withdrawn", "C9-upload"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("whatif") / "run"
    plan, key = make_plan(CONDITIONS, ["reader-careful"], TRAPS, [1], key="a7" * 32)
    run(plan, key, place, workers=2)
    seal(place)
    return place


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Referee(open_sandbox()).session() as session:
        yield session


def cell(folder: Path, condition: str, trap: str = "C1-envelope") -> Found:
    return found_cell(folder, f"{condition}/reader-careful/{trap}/1")


def shown(found: Found) -> list[int]:
    return [item.rank for item in found.record.sessions[-1].recalls if item.shown]


@pytest.mark.parametrize("trap", TRAPS)
@pytest.mark.parametrize("condition", CONDITIONS)
def test_nothing_changed_gives_the_recorded_session(
    folder: Path, judge: Judge, condition: str, trap: str
) -> None:
    found = cell(folder, condition, trap)
    effect = replay(scene(found.record, found.instance), Change(), judge, found.plan.budget)
    last = found.record.sessions[-1]
    assert (effect.before, effect.after) == (found.record.passed, found.record.passed)
    assert [turn.reason for turn in effect.turns] == [c.reason for c in last.verdict.checks]
    assert effect.turned == ()
    assert effect.shown == tuple(item for item in last.recalls if item.shown)


def test_without_its_items_the_ceiling_fails(folder: Path, judge: Judge) -> None:
    found = cell(folder, "ideal")
    stage = scene(found.record, found.instance)
    effect = replay(stage, Change(drop=frozenset(shown(found))), judge, found.plan.budget)
    assert effect.before
    assert not effect.after
    assert effect.shown == ()
    assert replay(stage, Change(budget=Budget(items=0)), judge, found.plan.budget).after is False


def test_the_right_words_turn_a_failure(folder: Path, judge: Judge) -> None:
    found = cell(folder, "recency-only", "C3-withdrawn")
    assert not found.record.passed
    right = " ".join(sentence for _, sentence, _ in found.instance.says())
    first, *others = shown(found)
    change = Change(drop=frozenset(others), swap=((first, right),))
    effect = replay(scene(found.record, found.instance), change, judge, found.plan.budget)
    assert effect.after
    assert effect.turned


def test_dropping_makes_room_for_the_next_in_rank(folder: Path, judge: Judge) -> None:
    found = cell(folder, "B5")
    hidden = [i.rank for i in found.record.sessions[-1].recalls if not i.shown]
    assert hidden, "the trap is crowded"
    first = shown(found)[0]
    effect = replay(
        scene(found.record, found.instance),
        Change(drop=frozenset({first})),
        judge,
        found.plan.budget,
    )
    assert {item.rank for item in effect.shown} - set(shown(found))


def test_unknown_ranks_and_unfinished_cells_are_refused(folder: Path, judge: Judge) -> None:
    found = cell(folder, "ideal")
    stage = scene(found.record, found.instance)
    with pytest.raises(BadInput, match="no item 99"):
        replay(stage, Change(drop=frozenset({99})), judge, found.plan.budget)
    stopped = found.record.model_copy(update={"failed_party": "infra", "detail": "gone"})
    with pytest.raises(BadInput, match="stopped early"):
        scene(stopped, found.instance)


def test_causes_name_what_carried_and_what_harmed(folder: Path, judge: Judge) -> None:
    found = [cell(folder, name, trap) for name in ("ideal", "B5") for trap in TRAPS]
    instances = {f.record.key: f.instance for f in found}
    rows = list(
        causes((f.record for f in found), lambda record: instances[record.key], judge, Budget())
    )
    assert len(rows) == sum(len(shown(f)) for f in found)
    ideal = [row for row in rows if row.key.condition == "ideal" and row.before]
    assert any(row.effect == "carried" and row.checks for row in ideal)
    assert not any(row.effect == "harmed" for row in ideal)


def test_command_shows_both_verdicts_and_leaves_the_run_alone(folder: Path) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    name = "ideal/reader-careful/C1-envelope/1"
    result = CliRunner().invoke(app, ["whatif", str(folder), name, "--budget", "0,0"])
    assert result.exit_code == 0, result.output
    assert "passes as recorded, fails so" in result.output
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
