"""A run with a memory that asks a model: metered, counted, sealed, and lived again without it.

Assertions are bare truths: whoever writes memories must not see the notes of traps.
"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import pytest

from dreambench_lib.cli import main
from dreambench_lib.harness.verify import verify

from .model_server import serving

CONDITIONS = ["DF-hybrid", "B2+openai:small"]


def script(asked: str, number: int) -> str:
    """Says again what a note says, and tries to sell one item of no known type with each."""
    if "no_conflict" in asked:
        return json.dumps({"relation": "supersedes"})
    said = asked.rsplit("\n\n", 1)[1]
    fact = {"kind": "value", "about": "closing line", "value": said.split()[0]}
    item = {"type": "semantic_project", "content": said, "fact": fact}
    return json.dumps({"items": [item, {**item, "type": "hunch"}]})


def call(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["dreambench", *words])
    try:
        main()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_from_the_command_line_to_the_sealed_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    with serving(script) as server:
        code = call(
            monkeypatch, "run", "--conditions", ",".join(CONDITIONS), "--agent", "reader-literal",
            "--traps", "core", "--limit", "1", "--seeds", "1", "--workers", "1", "--out",
            str(folder), "--memory-model", "small-one", "--memory-base-url", server.url,
            "--memory-key-env", "", "--no-cache",
        )  # fmt: skip
        calls = len(server.asked)
        embedded = sum(one["path"].endswith("/embeddings") for one in server.asked)
        models = {one["model"] for one in server.asked}
    assert (code, models) == (0, {"small-one", "small"})
    used = rows(folder, "usage")
    assert {row["party"] for row in used} == {"sleep"}
    assert sum(int(row["calls"]) for row in used) == calls
    by_vector = [row for row in used if row["condition"].startswith("B2")]
    assert sum(int(row["calls"]) for row in by_vector) == embedded > 0
    assert all(int(row["input_tokens"]) > 0 for row in used)
    faults = rows(folder, "faults")
    assert {(row["condition"], row["kind"]) for row in faults} == {("DF-hybrid", "unknown type")}
    held = all(finding.passed for finding in verify(folder))
    assert held
    [cell] = [row for row in rows(folder, "cells") if row["condition"] == "DF-hybrid"]
    capsys.readouterr()
    # The server is gone: the cell's memory is told again what it was told then.
    name = f"DF-hybrid/reader-literal/{cell['trap_id']}/1"
    lived = call(monkeypatch, "memory", "show", str(folder), name) == 0
    printed = "not kept, unknown type" in capsys.readouterr().out
    assert lived
    assert printed


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("DF", "condition DF needs a model: name one with --memory-model"),
        ("B2+openai:small", "needs a server for its vectors"),
    ],
)
def test_without_a_model_nothing_starts(
    name: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    folder = tmp_path / "run"
    assert call(monkeypatch, "run", "--conditions", name, "--limit", "1", "--out", str(folder)) == 2
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1
    assert not folder.exists()
