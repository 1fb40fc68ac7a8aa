"""`dreambench conformance` and `dreambench card`, as a user calls them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Call = Callable[..., Any]
HERE = "tests.memory.conformance.adapters"


@pytest.mark.parametrize("command", [["conformance"], ["card", "make"], ["card", "verify"]])
def test_help_has_an_example(dreambench: Call, command: list[str]) -> None:
    result = dreambench(*command, "--help")
    assert result.code == 0
    assert "Example" in result.out


def test_an_admitted_memory_leaves_a_report_and_a_badge(dreambench: Call, tmp_path: Path) -> None:
    report, badge = tmp_path / "c.json", tmp_path / "C.md"
    result = dreambench("conformance", f"{HERE}:Good", "--json", report, "--badge", badge)
    assert result.code == 0
    assert f"{HERE}:Good: admitted" in result.out
    found = json.loads(report.read_text())
    assert found["conformance"]["verdict"] == "admitted"
    assert found["conformance"]["suite"].startswith("1-")
    assert len(found["conformance"]["code"]) == 64
    assert len(found["findings"]) == 14
    text = badge.read_text()
    assert text.startswith("**DreamBench conformance: admitted**")
    assert found["digest"] in text
    assert sorted(tmp_path.iterdir()) == [badge, report]


def test_a_rejected_memory_says_why(dreambench: Call, tmp_path: Path) -> None:
    badge = tmp_path / "C.md"
    result = dreambench("conformance", f"{HERE}:NoSources", "--badge", badge)
    assert result.code == 1
    assert "sources: 6 of 6 recalls name no sources" in " ".join(result.out.split())
    assert "- sources: 6 of 6 recalls name no sources" in badge.read_text()


def test_what_loses_by_design_is_admitted_and_said(dreambench: Call) -> None:
    result = dreambench("conformance", "B0")
    assert result.code == 0
    assert "lossy by design: It is the absence of memory." in result.out


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["ideal"], 3, "made by the harness from sealed facts"),
        (["DF"], 3, "needs a model"),
        (["http:http://127.0.0.1:1"], 3, "does not answer /about"),
        (["B55"], 2, "unknown condition 'B55': did you mean 'B5'"),
        (["http:nowhere"], 2, "is no URL"),
        (["B5", "--json", "no/such/folder/c.json"], 2, "name a file in a folder that exists"),
        (["DF", "--memory-base-url", "http://127.0.0.1:1"], 2, "name it with --memory-model"),
    ],
)
def test_what_cannot_be_tried(
    dreambench: Call, words: list[str], code: int, says: str,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    result = dreambench("conformance", *words)
    assert result.code == code
    assert says in " ".join((result.out + result.err).split())
    assert "Traceback" not in result.err
    assert list(tmp_path.iterdir()) == []


def test_a_card_is_made_with_its_verdict_and_checked(dreambench: Call, tmp_path: Path) -> None:
    name = f"{HERE}:Good"
    out, verdict, card = tmp_path / "run", tmp_path / "c.json", tmp_path / "good.card.json"
    assert dreambench("conformance", name, "--json", verdict).code == 0
    ran = dreambench(
        "run", "--conditions", f"{name},B0", "--agent", "reader-literal", "--traps", "C9-upload",
        "--seeds", "1", "--out", out, "--workers", "1",
    )  # fmt: skip
    assert ran.code == 0
    assert dreambench("card", out, name, "--conformance", verdict, "--out", card).code == 0
    assert "Conformance: admitted" in card.with_suffix(".md").read_text()
    assert dreambench("card", "verify", card, out).code == 0
    body = json.loads(card.read_text())
    body["outcomes"]["reader-literal"]["rates"]["hurts"]["passed"] += 1
    card.write_text(json.dumps(body))
    checked = dreambench("card", "verify", card, out, "--json")
    assert checked.code == 1
    wrong = [one["what"] for one in checked.json["findings"] if not one["passed"]]
    assert "outcomes.reader-literal.rates.hurts.passed" in wrong
    report = json.loads(verdict.read_text())
    report["conformance"]["verdict"] = "unavailable"
    verdict.write_text(json.dumps(report))
    forged = dreambench("card", out, name, "--conformance", verdict, "--out", card)
    assert forged.code == 2
    assert "was changed after it was written" in forged.err
