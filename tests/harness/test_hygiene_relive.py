"""A cell's memory lived again from its record: the same recalls, and what lay behind them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from dreambench_lib.cli import main
from dreambench_lib.errors import BadInput
from dreambench_lib.harness.hygiene.relive import Life, relive
from dreambench_lib.harness.lookup import cell_key
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.memory.baselines.instance import Instance
from dreambench_lib.records import CellKey

CONDITIONS = ["B0", "B1", "B5", "random-k", "DF-rules", "DF-hybrid-rules", "A0", "ideal"]
TRAP = "C9-upload"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("relive") / "run"
    plan, key = make_plan(
        conditions=CONDITIONS, agents=["reader-literal"], traps=[TRAP], seeds=[1], key="b8" * 32
    )
    run(plan, key, place, workers=2, cache=None)
    return place


def live(folder: Path, condition: str) -> Life:
    return relive(folder, CellKey(condition, "reader-literal", TRAP, 1))


def test_every_memory_recalls_what_it_did_and_probes_tell_why(folder: Path) -> None:
    lives = {name: live(folder, name) for name in CONDITIONS}
    assert all(life.same for life in lives.values())
    assert {name for name, life in lives.items() if not life.recalls} <= {"B0", "ideal"}
    assert {name for name, life in lives.items() if life.items} == {
        "DF-rules",
        "DF-hybrid-rules",
        "A0",
    }
    unexplained = [r.rank for life in lives.values() for r in life.recalls if not r.decision]
    assert not unexplained
    assert not any(life.faults for life in lives.values())


def test_the_command_shows_it_as_tables_and_as_json(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = f"DF-hybrid-rules/reader-literal/{TRAP}/1"
    printed = []
    for more in ([], ["--json"]):
        words = ["dreambench", "memory", "show", str(folder), cell, *more]
        monkeypatch.setattr(sys, "argv", words)
        main()
        printed.append(capsys.readouterr().out)
    titled = "the scored read" in printed[0] and f"{cell}: held" in printed[0]
    assert titled  # a bare truth: the rule extractor's authors must not see notes of traps
    same = json.loads(printed[1])["same"]
    assert same


def test_sealing_changes_nothing(folder: Path) -> None:
    before = live(folder, "DF-rules")
    seal(folder)
    unchanged = live(folder, "DF-rules") == before
    assert unchanged


def test_a_memory_that_recalls_something_else_is_found_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Instance, "read", lambda self, query: [])
    assert live(folder, "B5").same is False
    cell = f"B5/reader-literal/{TRAP}/1"
    monkeypatch.setattr(sys, "argv", ["dreambench", "memory", "show", str(folder), cell])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 1


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        ("B5", "is not condition/agent/trap/seed"),
        ("B5/r/t/x", "is not condition/agent/trap/seed"),
        (f"B55/reader-literal/{TRAP}/1", f"did you mean 'B5/reader-literal/{TRAP}/1'"),
    ],
)
def test_a_wrong_cell_is_one_sentence(folder: Path, cell: str, says: str) -> None:
    with pytest.raises(BadInput) as fault:
        relive(folder, cell_key(cell))
    assert says in str(fault.value)


def test_a_condition_may_have_slashes_and_colons_in_its_name() -> None:
    assert cell_key("pkg.mod:Class/reader-literal/T/12") == (
        "pkg.mod:Class",
        "reader-literal",
        "T",
        12,
    )
