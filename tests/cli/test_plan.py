"""`dreambench plan` and what it changes: runs that carry a plan, comparisons that say so."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.harness.pack import pack, unpack

Call = Callable[..., Any]

STUDY = """
name = "study"
[[family]]
name = "main"
block = "hurts"
slots = [{ label = "H1", first = "B5", second = "B0" }]
[[claim]]
id = "H1"
says = "Notes pass more than nothing."
slot = "H1"
test = "difference"
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "study.toml"
    path.write_text(STUDY)
    return path


@pytest.mark.parametrize("command", ["freeze", "amend", "show", "evaluate"])
def test_help_has_an_example(dreambench: Call, command: str) -> None:
    result = dreambench("plan", command, "--help")
    assert result.code == 0
    assert f"dreambench plan {command}" in " ".join(result.out.split())


def test_the_published_plan(dreambench: Call) -> None:
    told = dreambench("plan", "evaluate", "results/published", "published", "--json").json
    states = {claim["id"]: claim["state"] for claim in told["claims"]}
    assert told["status"] == "planned"
    assert [states[f"F{n}"] for n in range(1, 6)] == ["holds", "fails", "holds", "fails", "fails"]
    printed = dreambench("plan", "evaluate", "results/published", "published").out
    assert "not evaluable" in printed
    assert "failed to reject" in printed
    assert "no evidence of equality" in printed


def test_a_run_carries_the_plan_and_is_stamped(
    dreambench: Call, study: Path, tmp_path: Path
) -> None:
    digest = dreambench("plan", "freeze", study, "--json").json["digest"]
    out = tmp_path / "run"
    words = ("--conditions", "B0,B5", "--agent", "reader-literal", "--traps", "C9-upload",
             "--seeds", "1,2", "--workers", "1", "--out", out)  # fmt: skip
    assert dreambench("run", *words, "--plan", study, "--json").code == 0
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["plan"]["preregistration"] == digest
    findings = dreambench("verify", out, "--json").json
    assert findings["passed"] is True
    assert "plan of analysis is the one the run carries" in json.dumps(findings)
    told = dreambench("compare", out, "B5", "B0", "--json").json
    assert told["plan"] == digest
    assert told["hurts"]["status"] == "planned: H1 of main"
    held = dreambench("plan", "evaluate", study, out, "--json").json
    assert held["status"] == "planned"
    again = unpack(pack(out, tmp_path / "run.dreambench.tar.xz"), tmp_path / "again")
    assert (again / "plan.frozen.json").read_bytes() == (out / "plan.frozen.json").read_bytes()
    (out / "plan.frozen.json").write_text(study.with_suffix(".frozen.json").read_text() + " ")
    assert dreambench("verify", out, "--json").json["passed"] is False


def test_amendments_are_shown(dreambench: Call, study: Path) -> None:
    dreambench("plan", "freeze", study)
    done = dreambench("plan", "amend", study, "--why", "it broke", "--unavailable", "H1=gone",
                      "--date", "2026-01-02")  # fmt: skip
    assert done.code == 0
    shown = dreambench("plan", "show", study)
    assert "amendment 1, 2026-01-02: it broke. H1 unavailable: gone" in shown.out
    told = dreambench("plan", "evaluate", study, "published", "--json").json
    assert told["families"]["main"][0]["adjusted"] == 1.0
    assert told["claims"][0]["state"] == "not evaluable"
    assert told["status"].startswith("exploratory")


def test_compare_takes_others_outcomes(dreambench: Call, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    rows = [
        f"{m},t{t},{n},{int(m == 'new')}" for m in ("new", "old") for t in range(6) for n in (1, 2)
    ]
    path.write_text("\n".join(["model,task,attempt,ok", *rows[:-1]]) + "\n")
    columns = "system=model,cluster=task,replicate=attempt,score=ok"
    refused = dreambench("compare", path, "new", "old", "--columns", columns)
    assert refused.code == 2
    assert "1 outcomes are missing" in refused.err
    found = dreambench("compare", path, "new", "old", "--columns", columns, "--missing",
                       "complete-pairs")  # fmt: skip
    assert found.code == 0
    assert "1/32" in found.out
    assert "exploratory" in found.out
    assert "symmetric about one common shift" in found.out
    assert "rule complete-pairs, which assumes" in found.out
    told = dreambench("compare", path, "new", "old", "--columns", columns, "--missing",
                      "worst-case", "--json").json  # fmt: skip
    assert told["bounds"]["D"] == [11, 12]


BAD = [
    (["compare", "published", "DF", "B5", "--missing", "drop"], "unknown rule for missing cells"),
    (["compare", "nowhere.csv", "a", "b"], "nowhere.csv does not exist"),
    (["compare", "x.csv", "a", "b", "--columns", "task"], "is not ROLE=NAME"),
    (["compare", "published", "DF", "B5", "--columns", "score=x"], "--columns is for files"),
    (["compare", "x.csv", "a", "b", "--agent", "me"], "has no agents"),
    (["plan", "freeze", "nowhere.toml"], "nowhere.toml cannot be read"),
    (["plan", "show", "nowhere.toml"], "freeze the plan first"),
    (["plan", "evaluate", "results/published", "publishd"], "did you mean 'published'"),
    (["plan", "amend", "results/published", "--why", "w", "--unavailable", "P1"], "has no reason"),
    (["plan", "amend", "results/published", "--why", "w", "--unavailable", "P9=x"], "unknown slot"),
    (["plan", "amend", "results/published", "--why", " "], "needs a reason"),
    (["run", "--conditions", "B0", "--plan", "nowhere.toml"], "freeze the plan first"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD, ids=lambda part: str(part)[:40])
def test_bad_input_is_one_sentence_and_exit_2(
    dreambench: Call, words: list[str], sentence: str
) -> None:
    result = dreambench(*words)
    assert result.code == 2
    assert result.err.count("\n") == 1
    assert sentence in result.err
    assert not Path("results/published/plan.amendments.jsonl").exists()
