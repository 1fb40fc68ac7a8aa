"""Judges pass the gateway: metered one by one, kept by content, their key nowhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dreambench_lib.cli import app
from dreambench_lib.forgetting.judges.judge import ModelJudge
from dreambench_lib.forgetting.judges.warmup import WARM_UP
from dreambench_lib.harness.gateway.aside import USED, aside
from dreambench_lib.harness.gateway.settings import spent
from dreambench_lib.models import Endpoint

SECRET = "sk-onlyTheGatewayHasThisOne"
SPEC = 'protocol = "strict"\nworkers = 2\n' + "".join(
    f'[[judge]]\nname = "{name}"\nmodel = "{name}"\nkey_env = "JUDGE_KEY"\nbase_url = "URL"\n'
    for name in ("one", "two", "three")
)


def test_judges_are_metered_and_recorded(
    server: Any, tiny: Path, answers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_KEY", SECRET)
    (tmp_path / "judges.toml").write_text(SPEC.replace("URL", server.url))
    server.script = lambda model, prompt, number: "yes"
    out = tmp_path / "out"
    words = ["memora", "judge", "--data", str(tiny), "--answers", str(answers), "--judges",
             str(tmp_path / "judges.toml"), "--out", str(out)]  # fmt: skip
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    rows = json.loads((out / USED).read_text())
    assert {(row["party"], row["name"]) for row in rows} == {
        ("judge", "one"), ("judge", "two"), ("judge", "three"),
    }  # fmt: skip
    assert sum(row["calls"] for row in rows) == len(server.asked) > 30
    used = spent(out)
    assert used is not None
    assert used.tokens == sum(row["input_tokens"] + row["output_tokens"] for row in rows) > 0
    lines = [line for path in (out / "cassette").glob("*.jsonl") for line in path.open()]
    assert len(lines) == 1 + len(server.asked)
    assert not [p for p in out.rglob("*") if p.is_file() and SECRET.encode() in p.read_bytes()]
    # A replay asks nobody, and needs no key.
    monkeypatch.delenv("JUDGE_KEY")
    asked = len(server.asked)
    again = CliRunner().invoke(app, [*words, "--replay"])
    assert again.exit_code == 0, again.output
    assert len(server.asked) == asked


def test_how_often_a_judge_was_asked_again_stays_in_its_vote(server: Any, tmp_path: Path) -> None:
    server.script = lambda model, prompt, number: 500 if number == 1 else "yes"
    end = Endpoint(model="one", base_url=server.url, key_env="")
    with aside(tmp_path / "out", "answers") as gate:
        client = gate.client("judge", end, "one")
        client._wait = lambda seconds: None
        vote = ModelJudge("one", client).vote(WARM_UP)
    assert (vote.vote, vote.attempts) == ("yes", 2)
    (row,) = json.loads((tmp_path / "out" / USED).read_text())
    assert (row["calls"], row["retries"]) == (1, 0)
    (index,) = (tmp_path / "out" / "cassette").glob("*.jsonl")
    assert [json.loads(line).get("status") for line in index.open()] == [None, 500, 200]
