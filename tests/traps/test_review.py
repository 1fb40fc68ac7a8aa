"""Human audit: blind sheets, filled tables, agreement, and what may be claimed."""

from __future__ import annotations

import csv
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dreambench_lib.cli.traps import app
from dreambench_lib.errors import BadInput
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.review import coverage, kappa, merge, withheld, write_sheets
from dreambench_lib.traps.review.kappa import agreement, mean_kappa
from dreambench_lib.traps.review.questions import HEADS, sheet_id

KEY = bytes(range(32))
TEN = (
    "C1-envelope", "C2-operators", "C3-withdrawn", "C4-derived", "C5-narrowed", "C6-precedence",
    "C7-compose", "C8-reference", "C9-upload", "C10-foreign",
)  # fmt: skip
TRAPS = [load_traps()[name] for name in TEN]
GOOD = {"realistic": "yes", "leaks": "no", "duplicate": "no", "load_bearing": "yes", "deep": "yes"}


def filled(path: Path, reviewer: str, rows: dict[str, dict[str, str]]) -> Path:
    """A table in which `reviewer` answered about these traps."""
    with path.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, HEADS)
        writer.writeheader()
        for trap in TRAPS:
            given = rows.get(trap.id, {})
            writer.writerow(
                {"sheet": sheet_id(trap), "reviewer": reviewer if given else "", **given}
            )
    return path


def test_sheets_are_blind_and_whole(tmp_path: Path) -> None:
    written = write_sheets(TRAPS, tmp_path, KEY)
    assert len(written) == 11
    for trap in TRAPS:
        page = (tmp_path / f"{sheet_id(trap)}.html").read_text()
        assert trap.id not in page
        assert trap.why not in page
        assert not re.search(r"\bC([1-9]|10)\b", page.split("<h2>Questions")[0])
        assert "src=" not in page
        assert "<link" not in page
        assert page.count("<blockquote") == sum(trap.crowd)
        assert "load_bearing" in page
    assert not any(trap.id in path.name for trap in TRAPS for path in written)
    rows = list(csv.DictReader((tmp_path / "review.csv").open()))
    assert len(rows) == 10
    assert tuple(rows[0]) == HEADS
    with pytest.raises(BadInput, match=r"review\.csv exists: it may be filled in"):
        write_sheets(TRAPS, tmp_path, KEY)


def test_kappa_by_hand() -> None:
    # Cohen 1960's kind of table: 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: (.7 - .5) / .5
    pairs = ["yy"] * 20 + ["yn"] * 5 + ["ny"] * 10 + ["nn"] * 15
    one, two = ({str(n): pair[i] for n, pair in enumerate(pairs)} for i in (0, 1))
    assert agreement(one, two) == (35, 50)
    assert kappa(one, two) == Fraction(2, 5)
    assert kappa(one, one) == 1
    assert kappa({"a": "y"}, {"b": "y"}) is None
    assert kappa({"a": "y"}, {"a": "y"}) is None  # one answer only: chance is 1
    assert mean_kappa({"r": one, "s": two, "t": one}) == (2 * Fraction(2, 5) + 1) / 3
    assert mean_kappa({"r": one}) is None


def test_merged_tables(tmp_path: Path) -> None:
    by_id = {trap.id: trap.construct_id for trap in TRAPS}
    right = {name: {"construct": code, **GOOD} for name, code in by_id.items()}
    other = {
        **right,
        "C3-withdrawn": {**right["C3-withdrawn"], "construct": "C6"},
        "C1-envelope": {**right["C1-envelope"], "load_bearing": "no"},
        "C10-foreign": {},
    }
    tables = [filled(tmp_path / "a.csv", "ann", right), filled(tmp_path / "b.csv", "bob", other)]
    merged = merge(tables, TRAPS)
    labels = {row.question: row for row in merged.agreements}["construct"]
    assert (labels.equal, labels.compared, labels.reviewers) == (8, 9, 2)
    # chance: seven labels once by either, C6 once by one and twice by the other: 9 of 81
    assert labels.kappa == (Fraction(8, 9) - Fraction(9, 81)) / (1 - Fraction(9, 81))
    assert [tuple(row) for row in merged.unresolved(TRAPS)] == [
        ("C1-envelope", "C1", "load_bearing: no"),
        ("C3-withdrawn", "C3", "reviewers say C3, C6"),
    ]
    assert withheld(merged, TRAPS) == {"C1": "1 unresolved", "C3": "1 unresolved"}


def test_labels_that_differ_from_the_authors_are_unresolved(tmp_path: Path) -> None:
    rows = {"C2-operators": {"construct": "C1", **GOOD}}
    merged = merge([filled(tmp_path / "a.csv", "ann", rows)], TRAPS)
    (open_,) = merged.unresolved(TRAPS)
    assert open_.why == "reviewers say C1, the author C2"


def test_without_people_every_claim_is_withheld() -> None:
    merged = merge([], TRAPS)
    assert all(row.kappa is None and row.reviewers == 0 for row in merged.agreements)
    assert withheld(merged, TRAPS)["C1"] == "0 of 1 traps deep-audited by people"
    assert len(withheld(merged, TRAPS)) == 10
    many = [TRAPS[0].model_copy(update={"id": f"C1-{n}"}) for n in range(10)]
    half = merge([], many)
    for deep, allowed in ((2, False), (3, True)):
        half.answers["deep"]["ann"] = {f"C1-{n}": "yes" for n in range(deep)}
        (row,) = coverage(half, many)
        assert (row.deep, row.withheld == "") == (deep, allowed)


def test_a_quick_look_is_no_deep_audit(tmp_path: Path) -> None:
    rows = {"C2-operators": {"construct": "C2", **GOOD, "deep": "no"}}
    merged = merge([filled(tmp_path / "a.csv", "ann", rows)], TRAPS)
    row = next(row for row in coverage(merged, TRAPS) if row.construct == "C2")
    assert (row.labelled, row.deep) == (1, 0)
    assert "deep-audited" in row.withheld


def test_faults_name_file_and_line(tmp_path: Path) -> None:
    rows = {"C2-operators": {"construct": "C12"}}
    with pytest.raises(BadInput, match=r"answer in column construct, line 3 of a.csv: 'C12'"):
        merge([filled(tmp_path / "a.csv", "ann", rows)], TRAPS)
    good = filled(tmp_path / "b.csv", "ann", {"C1-envelope": {"deep": "yes"}})
    with pytest.raises(BadInput, match=r"line 2 of b.csv reviews sheet-\w+ again \(ann"):
        merge([good, good], TRAPS)
    with pytest.raises(BadInput, match=r"line 2 of c.csv has no reviewer"):
        merge([filled(tmp_path / "c.csv", "", {"C1-envelope": {"deep": "yes"}})], TRAPS)
    (tmp_path / "d.csv").write_text("sheet,reviewer\n")
    with pytest.raises(BadInput, match=r"d.csv lacks the column construct"):
        merge([tmp_path / "d.csv"], TRAPS)
    (tmp_path / "e.csv").write_text("sheet,reviwer\n")
    with pytest.raises(BadInput, match=r"unknown column of e.csv 'reviwer': did you mean 'rev"):
        merge([tmp_path / "e.csv"], TRAPS)
    with pytest.raises(BadInput, match=r"f.csv cannot be read"):
        merge([tmp_path / "f.csv"], TRAPS)


def test_edited_traps_are_reviewed_anew(tmp_path: Path) -> None:
    table = filled(tmp_path / "a.csv", "ann", {"C1-envelope": {"construct": "C1", **GOOD}})
    edited = [t.model_copy(update={"why": t.why + "!"}) for t in TRAPS]
    merged = merge([table], edited)
    assert merged.stale == (sheet_id(TRAPS[0]),)
    assert merged.of("construct", "C1-envelope") == []


def test_commands(tmp_path: Path) -> None:
    def call(*words: object) -> str:
        done = CliRunner().invoke(app, [*map(str, words)], env={"COLUMNS": "200"})
        assert done.exit_code == 0, done.output
        return done.stdout

    count = len(load_traps())
    assert f"{count} sheets" in call("review", "--out", tmp_path)
    assert "No trap was audited by people yet" in call("review", "merge")
    table = filled(tmp_path / "a.csv", "ann", {"C1-envelope": {"construct": "C1", **GOOD}})
    found = json.loads(call("review", "merge", table, "--json"))
    assert found["tables"] == 1
    assert found["coverage"][0]["deep"] == 1
    assert found["coverage"][0]["traps"] > 1
    assert "1 tables by 1 people" in call("review", "merge", table)
    assert "Example:" in call("review", "--help")
    assert "Example:" in call("review", "merge", "--help")
