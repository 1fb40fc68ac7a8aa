"""`verify --replay`: a run with a model comes out again from its cassette, with nobody to ask."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dreambench_lib.cli import app
from dreambench_lib.harness import run as running
from dreambench_lib.harness import seal as sealing
from dreambench_lib.harness.gateway.cassette import Cassette
from dreambench_lib.harness.verify import Finding, verify
from tests.gateway.scenes import Go
from tests.model_server import ModelServer

WHAT = "cells come out again, offline"


@pytest.fixture(autouse=True)
def _no_self_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sandbox's battery is tested elsewhere; here it would be most of the time."""
    monkeypatch.setattr(running, "check_sandbox", lambda name: {})
    monkeypatch.setattr(sealing, "_environment", lambda folder, plan: {})


def replayed(folder: Path) -> Finding:
    *others, last = verify(folder, replay=True)
    assert all(finding.passed for finding in others)
    assert last.what == WHAT
    return last


def test_a_model_run_is_replayed_with_the_server_and_the_key_gone(
    go: Go, traps: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, records = go(only=["C3-withdrawn"])
    asked = len(traps.asked)
    traps.close()
    monkeypatch.delenv("SCRIPTED_KEY")
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    result = CliRunner().invoke(app, ["verify", str(folder), "--replay", "--json"])
    told = json.loads(result.output)
    assert (result.exit_code, told["passed"]) == (0, True)
    assert told["findings"][-1] == {"what": WHAT, "passed": True, "detail": f"{len(records)} cells"}
    assert len(traps.asked) == asked
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before

    forged = tmp_path / "forged"
    shutil.copytree(folder, forged)
    for body in (forged / "cassette" / "bodies").iterdir():
        body.write_bytes(body.read_bytes() + b" ")
    damaged = replayed(forged)
    assert not damaged.passed
    assert "damaged" in damaged.detail

    shutil.rmtree(forged / "cassette")
    assert replayed(forged) == Finding(
        WHAT, False, "forged has no cassette: replay the folder of a recorded run"
    )


def test_another_answer_in_the_cassette_is_another_record(go: Go, tmp_path: Path) -> None:
    """A cassette that is sound in itself, but is not the one the records came from."""
    folder, _ = go(only=["C3-withdrawn"], conditions=("ideal",))
    cassette = Cassette(folder / "cassette")
    [index] = cassette.folder.glob("*.jsonl")
    head, *lines = index.read_text().splitlines()
    last = json.loads(lines[-1])
    reply = json.loads(cassette.body(last["reply"]))
    reply["choices"][0]["message"]["content"] = "{}"
    last["reply"] = cassette.keep(json.dumps(reply).encode())
    index.write_text("\n".join([head, *lines[:-1], json.dumps(last)]) + "\n")
    found = replayed(folder)
    assert found == Finding(WHAT, False, "ideal/reader-llm/C3-withdrawn/1")


def test_a_prompt_of_another_version_is_named(go: Go, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, _ = go(only=["C3-withdrawn"], conditions=("ideal",))
    from dreambench_lib.agents.llm import prompts

    other = prompts.template("reader").replace("The change is written", "The change was written")
    monkeypatch.setattr(prompts, "template", lambda name: other)
    found = replayed(folder)
    assert not found.passed
    assert "is not the recorded one" in found.detail
    assert "was written" in found.detail
