"""The contamination audit finds what is planted, calls it by its maker, and else finds nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dreambench_lib.canonical import canonical
from dreambench_lib.cli import app
from dreambench_lib.errors import BadInput
from dreambench_lib.harness.cell import namespace
from dreambench_lib.harness.contamination import Contamination, audit_run
from dreambench_lib.harness.folder import open_folder
from dreambench_lib.harness.hygiene.relive import Past
from dreambench_lib.harness.log import NAME, read_log
from dreambench_lib.harness.places import PROJECT
from dreambench_lib.harness.plan import Plan, make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.records import CellKey, CellRecord, SessionRecord
from dreambench_lib.traps.leakage import secrets_of

KEY = "b3" * 32
CELL = CellKey("B5", "reader-careful", "C1-envelope", 1)
OTHER = CellKey("B5", "reader-careful", "C9-upload", 1)
Change = Callable[[SessionRecord], SessionRecord]


def small() -> tuple[Plan, str]:
    return make_plan(
        conditions=["B0", "B5"], agents=["reader-careful"], traps=[CELL.trap_id, OTHER.trap_id],
        seeds=[1], key=KEY,
    )  # fmt: skip


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("audited") / "run"
    run(*small(), folder, workers=1, cache=None)
    return folder


def planted(finished: Path, folder: Path, session: int, change: Change) -> Contamination:
    """The audit of the run with one session of `CELL` changed."""
    plan, key = small()
    open_folder(folder, plan, key)

    def changed(record: CellRecord) -> CellRecord:
        if record.key != CELL:
            return record
        sessions = list(record.sessions)
        sessions[session - 1] = change(sessions[session - 1])
        return record.model_copy(update={"sessions": tuple(sessions)})

    lines = [canonical(changed(record)) + "\n" for record in read_log(finished / NAME)]
    (folder / NAME).write_text("".join(lines))
    return audit_run(folder, canaries=["planted-in-a-check"])


def value_of(finished: Path, cell: CellKey) -> str:
    past, _ = Past.of(finished)
    return min(secrets_of(past.mint(cell)).values())


def shown(extra: str) -> Change:
    """An item's text more in the context."""
    return lambda s: s.model_copy(update={"context": f"{s.context}  {extra}\n"})


def header(extra: str) -> Change:
    return lambda s: s.model_copy(update={"context": f"{extra}\n{s.context}"})


def wrote(extra: str) -> Change:
    row = {"path": "a.txt", "kind": "file", "text": extra}
    return lambda s: s.model_copy(update={"diff": (*s.diff, row)})


def said(extra: str) -> Change:
    return lambda s: s.model_copy(update={"work": s.work.model_copy(update={"output": extra})})


def test_a_run_as_it_is_has_no_hit(finished: Path) -> None:
    found = audit_run(finished)
    assert (found.hits, found.invalid) == ((), ())
    passed = {record.key: record.passed for record in read_log(finished / NAME)}
    assert found.outcomes == passed
    assert found.cells == 4


def test_the_frozen_run_is_clean() -> None:
    found = audit_run(PROJECT / "results" / "offline-60")
    assert found.hits == ()
    assert None not in found.outcomes.values()


HARNESS = {
    "another instance's value": (1, lambda f: shown(value_of(f, OTHER)), "value"),
    "its own value, before a note told it": (1, lambda f: shown(value_of(f, CELL)), "value"),
    "the run's key": (3, lambda f: shown(KEY), "canary"),
    "another cell's store": (
        3,
        lambda f: shown(namespace(small()[0].commitment, OTHER)),
        "canary",
    ),
    "a text planted by the user": (3, lambda f: shown("a planted-in-a-check b"), "canary"),
    "a trap's name": (3, lambda f: shown("see C9-upload"), "label"),
    "a construct in a header": (3, lambda f: header("Notes for C1"), "label"),
    "a condition in a header": (3, lambda f: header("Notes of DF-hybrid"), "label"),
}
"""Session, plant and kind of a hit in bytes that the harness shows."""


@pytest.mark.parametrize("what", HARNESS)
def test_what_the_harness_shows_makes_the_cell_invalid(
    finished: Path, tmp_path: Path, what: str
) -> None:
    session, plant, kind = HARNESS[what]
    found = planted(finished, tmp_path / "run", session, plant(finished))
    assert {(hit.cell, hit.maker, hit.kind) for hit in found.hits} >= {(CELL, "harness", kind)}
    assert found.invalid == (CELL,)
    assert found.outcomes[CELL] is None
    assert None not in [passed for cell, passed in found.outcomes.items() if cell != CELL]


def test_a_note_of_another_instance_is_found_by_its_id(finished: Path, tmp_path: Path) -> None:
    past, _ = Past.of(finished)
    alien = past.mint(OTHER).all_notes()[0].id

    def recalled(session: SessionRecord) -> SessionRecord:
        first = session.recalls[0].model_copy(update={"sources": (alien,)})
        return session.model_copy(update={"recalls": (first, *session.recalls[1:])})

    found = planted(finished, tmp_path / "run", 3, recalled)
    assert [(hit.where, hit.what) for hit in found.hits] == [
        ("the recalls", "a note of C9-upload, seed 1")
    ]


AGENT = {
    "writes another instance's value": (3, lambda f: wrote(value_of(f, OTHER)), "value"),
    "writes its own value, which no context showed": (
        1,
        lambda f: wrote(value_of(f, CELL)),
        "value",
    ),
    "says a canary": (3, lambda f: said("planted-in-a-check"), "canary"),
    "says the run's key": (2, lambda f: said(f"key {KEY}"), "canary"),
}


@pytest.mark.parametrize("what", AGENT)
def test_what_an_agent_makes_is_reported_and_the_outcome_stands(
    finished: Path, tmp_path: Path, what: str
) -> None:
    session, plant, kind = AGENT[what]
    found = planted(finished, tmp_path / "run", session, plant(finished))
    assert {(hit.cell, hit.session, hit.maker, hit.kind) for hit in found.hits} == {
        (CELL, session, "agent", kind)
    }
    assert found.invalid == ()
    assert [hit.cell for hit in found.reported] == [CELL]
    assert found.outcomes == audit_run(finished).outcomes


def test_what_an_agent_made_may_come_back_to_it(finished: Path, tmp_path: Path) -> None:
    """A memory that shows an agent its own words has leaked nothing."""
    value = value_of(finished, CELL)
    words = f"{value} as in C9-upload under B5"
    plan, key = small()
    open_folder(tmp_path / "run", plan, key)
    with (tmp_path / "run" / NAME).open("w") as lines:
        for record in read_log(finished / NAME):
            if record.key == CELL:
                first, second, last = record.sessions
                sessions = (said(words)(first), shown(words)(second), last)
                record = record.model_copy(update={"sessions": sessions})
            lines.write(canonical(record) + "\n")
    found = audit_run(tmp_path / "run")
    assert {(hit.session, hit.maker, hit.kind) for hit in found.hits} == {(1, "agent", "value")}
    assert found.invalid == ()


def test_an_agent_may_name_anything(finished: Path, tmp_path: Path) -> None:
    found = planted(finished, tmp_path / "run", 3, said("I think this is C1-envelope under B5"))
    assert found.hits == ()


def test_an_unfinished_run_is_refused(finished: Path, tmp_path: Path) -> None:
    plan, key = small()
    open_folder(tmp_path / "run", plan, key)
    with pytest.raises(BadInput, match="lacks 4 cells: finish it"):
        audit_run(tmp_path / "run")


def test_an_empty_canary_is_refused(finished: Path) -> None:
    with pytest.raises(BadInput, match="canary is empty"):
        audit_run(finished, canaries=[" "])


def test_the_command_tells_and_its_exit_code_says_so(finished: Path, tmp_path: Path) -> None:
    clean = CliRunner().invoke(app, ["audit", str(finished)])
    assert (clean.exit_code, "nothing stands where it must not" in clean.output) == (0, True)
    planted(finished, tmp_path / "run", 3, shown("see C9-upload"))
    table = CliRunner().invoke(app, ["audit", str(tmp_path / "run")])
    assert table.exit_code == 1
    assert "1 of 4 cells are invalid" in " ".join(table.output.split())
    told = json.loads(CliRunner().invoke(app, ["audit", str(tmp_path / "run"), "--json"]).stdout)
    assert told["clean"] is False
    assert told["invalid"] == ["B5/reader-careful/C1-envelope/1"]
    assert {tuple(row["cell"]): row["passed"] for row in told["outcomes"]}[CELL] is None
