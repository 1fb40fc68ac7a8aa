"""The stored audit: tables from its rows, freshness, and "not run" where a part is missing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.report import figures
from dreambench_lib.report.audit_readings import (
    NOT_RUN,
    read_discrimination,
    read_flakes,
    read_mutation,
    read_splits,
)
from dreambench_lib.report.audit_tables import (
    SHOWN,
    discrimination_rows,
    discrimination_table,
    mutation_table,
    overlap_table,
    shown_table,
    together_table,
    verbatim_table,
)
from dreambench_lib.report.trap_audit import STORED, TrapAudit, read_audit, read_currency
from dreambench_lib.report.trap_tables import standing_for, trap_set
from dreambench_lib.traps.admission import template_digest
from dreambench_lib.traps.load import load_traps

TRAPS = {name: load_traps()[name] for name in ("C1-envelope", "C9-upload")}
READERS = ("literal", "careful", "linking")


def verdict(trap: str, shown: str, reader: str, passed: int, of: int = 2) -> dict[str, Any]:
    construct = trap.split("-")[0]
    row = {"trap_id": trap, "construct": construct, "shown": shown, "reader": reader}
    return {**row, "passed": passed, "of": of}


def check(name: str, killed: int, together: list[str], kind: str = "presence") -> dict[str, Any]:
    row = {"trap_id": "C1-envelope", "check": name, "kind": kind, "solution": True}
    return {**row, "mutants": 4, "killed": killed, "together": together}


def whole() -> dict[str, Any]:
    needs = {"empty": 0, "says": 2, "hoarder": 2, "newest-B": 0, "verbatim-B": 1}
    told = [verdict("C1-envelope", what, r, n) for r in READERS for what, n in needs.items()]
    told += [verdict("C1-envelope", "alone: mark.old", r, 0) for r in READERS]
    told += [verdict("C1-envelope", "alone: mark.real", r, 2) for r in READERS]
    told += [verdict("C1-envelope", "alone: ordinary", r, 1, of=26) for r in READERS]
    told += [verdict("C9-upload", "empty", r, 2) for r in READERS]
    told += [verdict("C9-upload", "hoarder", r, int(r == "careful")) for r in READERS]
    alone = {f"alone_{reader}": 2 for reader in READERS}
    return {
        "schema": 1,
        "key": "1" * 64,
        "trap_set": "t",
        "traps": {name: template_digest(trap) for name, trap in TRAPS.items()},
        "seeds": 2,
        "budget": {"items": 6, "words": 1200},
        "discrimination": told,
        "verbatim": [
            {"trap_id": "C1-envelope", "construct": "C1", "needed": 1, "seeds": 2, "whole": 2,
             **alone},
        ],
        "mutation": [
            check("s3-1", 3, ["s3-2"]),
            check("s3-2", 3, ["s3-1"]),
            check("s3-3", 1, []),
            check("s3-4", 0, [], "regression"),
            {**check("s1-1", 2, []), "trap_id": TRAPS["C1-envelope"].fixture.name},
            {**check("s1-1", 2, []), "trap_id": "another-fixture"},
        ],
        "overlap": [
            {"first": "a", "second": "b", "shared": 3, "share": 0.01, "phrase": "as it is"}
        ],
        "flakes": [
            {"trap": name, "runs": 20, "failed": 0, "reasons": [], "rate": 0.0} for name in TRAPS
        ],
        "splits": {
            "seeds": 20,
            "conditions": ["empty", "verbatim-B"],
            "rows": [
                {"trap_id": "C1-envelope", "agent": "reader-careful",
                 "passed": [["B0", 0, 20], ["B5", 13, 20]], "splits": True},
                {"trap_id": "C9-upload", "agent": "reader-careful",
                 "passed": [["B0", 20, 20], ["B5", 20, 20]], "splits": False},
            ],
        },
    }  # fmt: skip


def stored(path: Path, **change: Any) -> TrapAudit:
    path.write_text(json.dumps({**whole(), **change}), encoding="utf-8")
    return read_audit(path)


def test_discrimination_takes_the_best_single_note(tmp_path: Path) -> None:
    rows = discrimination_rows(stored(tmp_path / "a.json"), TRAPS)
    alone = rows[(rows["trap_id"] == "C1-envelope") & (rows["shown"] == "alone")]
    assert set(alone["note"]) == {"mark.real"}
    assert set(alone["rate"]) == {1.0}
    table = discrimination_table(rows).set_index("trap")
    assert table.loc["C1-envelope", SHOWN["verbatim-B"]] == "1/2 · 1/2 · 1/2"
    assert table.loc["C1-envelope", SHOWN["empty"]] == "– · – · –"
    assert table.loc["C1-envelope", "which note"] == "mark.real"
    assert table.loc["C9-upload", SHOWN["hoarder"]] == "– · 1/2 · –"
    shown = shown_table(rows).set_index(["block", "shown", "reader"])
    row = shown.loc[("needs", SHOWN["verbatim-B"], "careful")]
    assert (row["passed always"], row["sometimes"], row["never"]) == (0, 1, 0)
    assert shown.loc[("hurts", SHOWN["empty"], "linking"), "passed always"] == 1


def test_sentences_read_the_rows(tmp_path: Path) -> None:
    audit = stored(tmp_path / "a.json")
    text = read_discrimination(discrimination_rows(audit, TRAPS))
    assert "passes 0 of 1 traps in every mint with nothing shown, 1 of 1 with the gov" in text
    assert "A single well-chosen note is enough for 1 of 1." in text
    splits = read_splits(audit, TRAPS)
    assert "(nothing, closest notes) makes for different shares of 20 mints passed" in splits
    assert "reader-careful: 1 of 2 (not on C9-upload)." in splits
    assert "5 checks, those of warm-ups included." in read_mutation(audit, TRAPS)
    assert "fails 1: C1-envelope s3-4." in read_mutation(audit, TRAPS)
    assert "2 solutions judged 40 times in the sandbox: none" in read_flakes(audit, TRAPS)


def test_a_failing_solution_and_a_flake_are_told(tmp_path: Path) -> None:
    bad = [{**row, "solution": False} for row in whole()["mutation"][:5]]
    flaky = [{**row, "failed": 3} for row in whole()["flakes"]]
    audit = stored(tmp_path / "a.json", mutation=bad, flakes=flaky)
    assert "Solutions fail 5: C1-envelope s3-1" in read_mutation(audit, TRAPS)
    assert read_flakes(audit, TRAPS).endswith("6 of these failed.")


def test_tables_count_checks_and_notes(tmp_path: Path) -> None:
    audit = stored(tmp_path / "a.json")
    kinds = mutation_table(audit, TRAPS).set_index("kind")
    assert kinds.loc["presence"].tolist() == [4, 4, 4, 2]
    assert kinds.loc["regression"].tolist() == [1, 1, 0, 0]
    assert together_table(audit, TRAPS).values.tolist() == [["C1-envelope", "s3-1, s3-2"]]
    assert verbatim_table(audit, TRAPS).values.tolist() == [["C1", 1, 1, 1, 1, 1]]
    assert overlap_table(audit)["five-word runs shared"].tolist() == [3]


def test_an_edited_trap_makes_the_audit_old(tmp_path: Path) -> None:
    audit = stored(tmp_path / "a.json")
    assert "speaks of all 2 traps as they stand now, each over 2 mints" in read_currency(
        audit, TRAPS
    )
    old = stored(tmp_path / "b.json", traps={**whole()["traps"], "C9-upload": "0"})
    assert old.stale(TRAPS) == ["C9-upload"]
    assert "older than 1 trap of the 2, for one C9-upload" in read_currency(old, TRAPS)


def test_without_an_audit_everything_says_not_run(tmp_path: Path) -> None:
    audit = read_audit(tmp_path / "none.json")
    rows = discrimination_rows(audit, TRAPS)
    assert "not run" in read_currency(audit, TRAPS)
    told = [read_discrimination(rows), read_splits(audit, TRAPS), read_mutation(audit, TRAPS)]
    assert [*told, read_flakes(audit, TRAPS)] == [NOT_RUN] * 4
    assert figures.discrimination_map(rows, 0).alt.startswith("Not run")
    for table in (
        discrimination_table(rows), shown_table(rows), mutation_table(audit, TRAPS),
        together_table(audit, TRAPS), verbatim_table(audit, TRAPS), overlap_table(audit),
    ):  # fmt: skip
        assert table.empty


@pytest.mark.parametrize("text", ["{", "[]", '{"traps": {}}', '{"traps": 3, "seeds": 1}'])
def test_a_damaged_audit_is_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "trap-audit.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=r"trap-audit\.json is no audit of traps: make it anew"):
        read_audit(path)


def test_the_map_draws_each_reader(tmp_path: Path) -> None:
    rows = discrimination_rows(stored(tmp_path / "a.json"), TRAPS)
    drawing = figures.discrimination_map(rows, 2)
    assert len(drawing.figure.axes) == 3
    assert drawing.image("png") == figures.discrimination_map(rows, 2).image("png")
    assert "careful reader: nothing 1, governing facts 1" in drawing.alt


def test_one_trap_stands_for_each_construct() -> None:
    names = standing_for(trap_set("core"))
    assert [name.split("-")[0] for name in names] == [f"C{n}" for n in range(1, 11)]
    core = list(trap_set("core"))
    for name in names:
        same = [other for other in core if other.partition("-")[0] == name.partition("-")[0]]
        assert name == min(same)
    assert standing_for(TRAPS) == list(TRAPS)


def test_the_stored_audit_is_of_the_traps_as_they_stand() -> None:
    """Editing a trap without auditing it again must show."""
    audit, traps = read_audit(STORED), trap_set("all")
    assert audit.stale(traps) == []
    rows = discrimination_rows(audit, traps)
    needs = rows[rows["block"] == "needs"]
    assert not needs[needs["shown"] == "empty"]["passed"].any()
    assert (rows[rows["shown"] == "says"]["rate"] == 1).all()
    assert all(row["solution"] for row in audit.mutation or ())
    assert audit.mutation
