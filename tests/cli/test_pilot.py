"""The pilot flow: estimate, budget, stop, resume, spend, extend; with the scripted server."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.cli.run_flow import Told
from dreambench_lib.harness.folder import planned
from dreambench_lib.harness.log import RunLog
from dreambench_lib.harness.verify import read_sealed
from dreambench_lib.traps.keys import parse_key
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import mint
from tests.behaviours import Behaviour
from tests.model_server import Fault, ModelServer, model_server

Call = Callable[..., Any]
KEY = "c5" * 32
TRAPS = ["C3-withdrawn", "C9-upload"]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ModelServer]:
    monkeypatch.chdir(tmp_path)
    instances = [mint(load_traps()[trap], parse_key(KEY), 1) for trap in TRAPS]
    with model_server(Behaviour("reads", instances)) as made:
        yield made


class Bar:
    """Keeps what a progress bar would show."""

    note = ""

    def add_task(self, name: str, **more: Any) -> int:
        return 1

    def update(self, task: int, **more: Any) -> None:
        self.note = more["note"]


def words(server: ModelServer, *more: str, traps: str = "C3-withdrawn") -> tuple[str, ...]:
    return (
        "run", "--agent", "reader-llm", "--conditions", "B0,ideal", "--traps", traps, "--seeds",
        "1", "--model", "scripted-1", "--base-url", server.url, "--key-env", "", "--workers", "1",
        "--json", *more,
    )  # fmt: skip


def test_an_estimate_stands_before_the_start_and_holds(
    dreambench: Call, server: ModelServer
) -> None:
    done = dreambench(*words(server, "--key", KEY, "--budget-usd", "2", "--out", "one"))
    assert done.code == 0, done.err
    guess = done.json["estimate"]
    assert (guess["cells"], guess["sessions"]) == (2, 6)
    assert guess["calls"] == len(server.asked)
    assert done.json["tokens"] / 2 < guess["tokens"] < done.json["tokens"] * 5
    assert done.json["tokens"] <= guess["most_tokens"]
    assert done.json["money"] <= guess["most_money"] < 2
    assert "estimate: 2 cells, 6 sessions" in done.err
    assert "assumed:" in done.err


def test_a_budget_below_the_estimate_is_named_before_anything_is_sent(
    dreambench: Call, server: ModelServer
) -> None:
    done = dreambench(*words(server, "--key", KEY, "--budget-usd", "0.0001", "--out", "one"))
    assert done.code != 0
    assert "likely more than the budget of 0.0001 USD" in done.err
    assert server.asked == []


def test_ctrl_c_keeps_what_is_done_and_the_same_command_resumes(
    dreambench: Call, server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = RunLog.append

    def once(log: RunLog, record: Any) -> None:
        keep(log, record)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(RunLog, "append", once)
        stopped = dreambench(*words(server, traps=",".join(TRAPS)))
    assert stopped.code == 130
    (folder,) = (tmp_path / "runs").iterdir()
    seen = dreambench("status", folder, "--json").json
    assert (seen["done"], seen["cells"], seen["sealed"]) == (1, 4, False)
    before = len(server.asked)
    again = dreambench(*words(server, traps=",".join(TRAPS)))
    assert again.code == 0, again.err
    assert f"going on with runs/{folder.name}" in again.err.replace("\n", "")
    assert "estimate: 3 cells" in again.err
    events = [json.loads(line)["event"] for line in (folder / "attempts.jsonl").open()]
    assert events == ["start", "stopped", "start", "done"]
    assert [p.name for p in (tmp_path / "runs").iterdir()] == [folder.name]
    seen = dreambench("status", folder, "--json").json
    assert (seen["sealed"], seen["starts"], seen["done"]) == (True, 2, 4)
    assert len(server.asked) > before


def test_status_tells_what_was_spent_and_will_be(
    dreambench: Call, server: ModelServer, tmp_path: Path
) -> None:
    reads = server.script
    server.script = lambda asked: reads(asked) if asked.number <= 2 else Fault(404)
    more = ("--key", KEY, "--out", "one", "--budget-usd", "2")
    assert dreambench(*words(server, *more, traps=",".join(TRAPS))).code != 0
    seen = dreambench("status", tmp_path / "one", "--json").json
    assert 0 < seen["done"] < seen["cells"] == 4
    paid = seen["spend"]
    assert paid["caps"] == {"money": "2"}
    assert paid["tokens_in_all"] == pytest.approx(paid["tokens"] * 4 / seen["done"], abs=1)
    assert paid["money"] < paid["money_in_all"] < 2
    assert seen["again"] == 1
    told = Bar()
    plan, _ = planned(tmp_path / "one")
    line = Told(plan, tmp_path / "one", told, True)
    line(None, seen["done"], 4)
    assert f"{paid['tokens']:,} tokens" in told.note
    assert "of 2 USD, about" in told.note
    table = dreambench("status", tmp_path / "one").out
    assert f"{paid['tokens']:,} tokens" in table
    assert "of 2 USD, about" in table


def test_a_pilots_cells_are_not_run_again(
    dreambench: Call, server: ModelServer, tmp_path: Path
) -> None:
    first = dreambench(*words(server, "--key", KEY, "--out", "pilot"))
    assert first.code == 0, first.err
    asked = len(server.asked)
    grid = dreambench(*words(server, "--extend", "pilot", "--out", "grid", traps=",".join(TRAPS)))
    assert grid.code == 0, grid.err
    assert "taken over from pilot: 2 cells" in grid.err
    assert "estimate: 2 cells" in grid.err
    pilot = {r.key: r for r, _ in read_sealed(tmp_path / "pilot")}
    records = {r.key: r for r, _ in read_sealed(tmp_path / "grid")}
    assert len(records) == 4
    assert all(records[key] == record for key, record in pilot.items())
    assert not any("C3" in str(key) for key in records.keys() - pilot.keys())
    assert dreambench("verify", "grid").code == 0
    # What was recorded came along: the whole grid replays without a server.
    server.script = lambda asked: Fault(500)
    after = len(server.asked)
    replay = dreambench("run", "--replay", "grid", "--out", "again", "--workers", "1", "--json")
    assert replay.code == 0, replay.err
    assert replay.json["root"] == grid.json["root"]
    assert len(server.asked) == after > asked


def test_a_pilot_of_other_settings_is_refused(
    dreambench: Call, server: ModelServer, tmp_path: Path
) -> None:
    assert dreambench(*words(server, "--key", KEY, "--out", "pilot")).code == 0
    asked = len(server.asked)
    for more, sentence in (
        (("--budget", "6,300"), "other settings (budget)"),
        (("--cell-tokens", "900"), "other settings (cell_tokens)"),
        (("--key", "d1" * 32), "has another key"),
        (("--replay", "pilot"), "leave --extend or --replay out"),
    ):
        result = dreambench(*words(server, "--extend", "pilot", "--out", "grid", *more))
        assert result.code == 2
        assert sentence in " ".join(result.err.split())
        assert not (tmp_path / "grid").exists()
    assert len(server.asked) == asked
