"""`runs show`, `runs feasible` and `doctor`: what a run is, whether a model may run, what lacks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.model_server import Say, model_server

Call = Callable[..., Any]


def test_runs_show_tells_the_gate_and_the_authors(dreambench: Call) -> None:
    told = dreambench("runs", "show", "published", "--json").json
    assert (told["cells"], told["excluded"]) == (3780, {})
    assert [(one["passed"], one["sessions"], one["met"]) for one in told["warm_up"]] == [
        (287, 360, False)
    ]
    printed = dreambench("runs", "show", "published").out
    assert "287/360 = 0.797, gate 0.80: missed" in printed
    assert "not published" in printed


def test_compare_tells_the_gate(dreambench: Call) -> None:
    assert "warm-up of B0: 287/360 = 0.797" in dreambench("compare", "published", "B5", "B3").out


def test_a_model_that_does_ordinary_work_is_admitted(
    dreambench: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with model_server(lambda asked: Say("I would rather talk about it.")) as server:
        done = dreambench(
            "runs", "feasible", "--agent", "reader-llm", "--model", "scripted-1", "--base-url",
            server.url, "--key-env", "", "--budget-usd", "1", "--workers", "1", "--json",
        )  # fmt: skip
    assert done.code == 0, done.err
    assert done.json["admitted"] is True
    assert (done.json["passed"], done.json["sessions"], done.json["gate"]) == (10, 10, 0.6)
    assert done.json["model"] == "scripted-1"
    assert "estimate: 5 cells" in done.err


def test_an_agent_that_does_nothing_is_refused(
    dreambench: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = dreambench("runs", "feasible", "--agent", "tests.gateway.test_accounts:Late",
                      "--workers", "1")  # fmt: skip
    assert done.code == 1
    assert "refused" in done.out
    assert "0/10 = 0.000, gate 0.60: missed" in done.out


def test_doctor_lists_doors_and_judges(
    dreambench: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("MINE", "sk-1")
    file = tmp_path / "judges.toml"
    file.write_text(
        "".join(
            f'[[judge]]\nname="{name}"\nmodel="m"\nkey_env="{key}"\n'
            for name, key in (("a", "MINE"), ("b", ""), ("c", "NO_SUCH_KEY"))
        )
    )
    found = {
        (one["kind"], one["name"]): one
        for one in dreambench("doctor", "--judges", file, "--json").json["findings"]
    }
    assert [found["judge", name]["ready"] for name in ("literal", "a", "b", "c")] == [
        True, True, True, False,
    ]  # fmt: skip
    assert "export NO_SUCH_KEY" in found["judge", "c"]["remedy"]
    assert found["protocol", "strict"]["ready"] is False
    assert "2 judges are ready" in found["protocol", "strict"]["remedy"]
    assert found["protocol", "released-track1"]["ready"] is True
    assert found["engine", "local"]["ready"] is True
    for party in ("wake", "sleep", "vendor", "judge"):
        assert found["door", party]["ready"] is False
        assert "OPENAI_API_KEY" in found["door", party]["remedy"]
    monkeypatch.setenv("OPENAI_API_KEY", "sk-2")
    table = dreambench("doctor").out
    assert "name the judges in a file" in table
    assert "sk-2" not in table
