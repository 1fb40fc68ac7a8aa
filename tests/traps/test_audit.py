"""The audit: its record, the frozen one, and a slice of that computed anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.harness.audit import audit
from dreambench_lib.harness.audit_file import as_text, write_audit
from dreambench_lib.harness.trap_set import trap_set_digest
from dreambench_lib.traps.admission import template_digest
from dreambench_lib.traps.load import ROOT, load_traps
from dreambench_lib.traps.splits import splits_of_rules

FROZEN = ROOT.parent / "results" / "trap-audit.json"
SLICE = ("C2-call-signs", "C5-narrowed", "C9-upload")
TRAPS = load_traps()


@pytest.fixture(scope="module")
def frozen() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FROZEN.read_text(encoding="utf-8"))
    return found


def mine(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row for row in rows if row["trap_id"] in SLICE]


def test_the_frozen_audit_is_of_these_traps(frozen: dict[str, Any]) -> None:
    assert frozen["traps"] == {name: template_digest(trap) for name, trap in TRAPS.items()}
    assert frozen["trap_set"] == trap_set_digest(TRAPS.values())
    assert {row["trap_id"] for row in frozen["discrimination"]} == set(TRAPS)
    assert {row["trap"]: row["runs"] for row in frozen["flakes"]} == dict.fromkeys(TRAPS, 20)
    assert frozen["leaks"] == []
    assert all(row["killed"] and row["solution"] for row in frozen["mutation"])


def test_a_slice_computed_anew_is_what_was_frozen(frozen: dict[str, Any]) -> None:
    traps = {name: TRAPS[name] for name in SLICE}
    again = json.loads(as_text(audit(traps, frozen["key"], frozen["seeds"], 0, workers=1)))
    for part in ("discrimination", "verbatim", "mutation", "together"):
        assert mine(again[part]) == mine(frozen[part])
    assert again["splits"]["rows"] == mine(frozen["splits"]["rows"])
    assert again["flakes"] is again["funnel"] is None


def test_the_file_has_a_row_a_line_and_is_written_whole(tmp_path: Path) -> None:
    found = {"seeds": 2, "rows": [{"a": "ä"}, {"a": 1}], "flakes": None, "leaks": []}
    path = tmp_path / "new" / "audit.json"
    write_audit(found, path)
    text = path.read_text(encoding="utf-8")
    assert json.loads(text) == found
    assert '  {"a": "ä"},\n' in text
    assert [p.name for p in path.parent.iterdir()] == ["audit.json"]


def test_simple_memories_split_where_they_pass_different_counts() -> None:
    def line(trap: str, shown: str, passed: int) -> dict[str, Any]:
        return {"trap_id": trap, "reader": "careful", "shown": shown, "passed": passed, "of": 4}

    lines = [line("t1", "empty", 0), line("t1", "newest-B", 2), line("t1", "verbatim-B", 0)]
    lines += [line("t2", "empty", 4), line("t2", "newest-B", 4), line("t2", "hoarder", 0)]
    found = splits_of_rules(lines, 4)
    assert found["conditions"] == ["empty", "newest-B", "verbatim-B"]
    assert [(r["trap_id"], r["agent"], r["splits"]) for r in found["rows"]] == [
        ("t1", "reader-careful", True),
        ("t2", "reader-careful", False),
    ]
    assert found["rows"][0]["passed"] == [
        ["empty", 0, 4], ["newest-B", 2, 4], ["verbatim-B", 0, 4]
    ]  # fmt: skip
