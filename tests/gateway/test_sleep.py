"""A memory's model through the gateway: metered as sleep, budgeted, recorded, replayed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import Infra
from dreambench_lib.harness.gateway.cassette import Cassette
from dreambench_lib.harness.gateway.settings import Live
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.harness.verify import read_sealed
from dreambench_lib.models import Endpoint
from tests.gateway.scenes import KEY, sealed
from tests.model_server import Asked, Fault, ModelServer, Reply, Say


def reads_nothing(asked: Asked) -> Reply:
    """A model that finds no item in any note, and knows no relation."""
    form = asked.body["response_format"]["json_schema"]["schema"]["properties"]
    return Say('{"items": []}' if "items" in form else "{}")


def start(server: ModelServer, folder: Path, cell_tokens: int | None = None, **live: Any) -> Path:
    end = Endpoint(model="scripted-1", base_url=server.url, key_env="")
    plan, key = make_plan(
        ["B0", "DF-hybrid"],
        ["reader-careful"],
        ["C3-withdrawn"],
        [1],
        key=KEY,
        memory_model=end,
        cell_tokens=cell_tokens,
    )
    run(plan, key, folder, workers=1, live=Live(folder=folder, **live))
    seal(folder)
    return folder


def test_sleep_is_a_party_of_its_own_and_replays(server: ModelServer, tmp_path: Path) -> None:
    server.script = reads_nothing
    folder = start(server, tmp_path / "one")
    used = {r.key.condition: [u for s in r.sessions for u in s.work.usage]
            for r, _ in read_sealed(folder)}  # fmt: skip
    assert used["B0"] == []
    assert {usage.party for usage in used["DF-hybrid"]} == {"sleep"}
    assert sum(usage.calls for usage in used["DF-hybrid"]) == len(server.asked) > 4
    index = Cassette(folder / "cassette").index(("DF-hybrid", "reader-careful", "C3-withdrawn", 1))
    rows = [json.loads(line) for line in index.read_text().splitlines()[1:]]
    assert [(row["party"], row["ordinal"]) for row in rows] == [
        ("sleep", number) for number in range(len(server.asked))
    ]
    asked = len(server.asked)
    server.script = lambda asked: Fault(500)
    again = start(server, tmp_path / "two", mode="replay", recorded=folder)
    assert sealed(again) == sealed(folder)
    assert len(server.asked) == asked


def test_a_budget_in_the_middle_of_a_sleep_stops_the_run(
    server: ModelServer, tmp_path: Path
) -> None:
    server.script = reads_nothing
    with pytest.raises(Infra, match=r"cell's budget of 2000 tokens is used up \(sleep\)"):
        start(server, tmp_path / "one", cell_tokens=2000)
    assert server.asked
