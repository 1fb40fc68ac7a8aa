"""The live path as a whole: traps, conditions and agents that are programs, in every sandbox."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.harness.folder import planned
from dreambench_lib.harness.gateway.settings import Live
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.harness.verify import read_sealed, verify
from dreambench_lib.models import Endpoint
from tests.apart import needs
from tests.gateway.scenes import KEY, SECRET, TRAPS, sealed
from tests.gateway.sessions import small_template
from tests.model_server import Fault, ModelServer

SANDBOXES = ["bubblewrap", "docker"]
"""Where agents that are programs have a room."""
CONDITIONS = ["B0", "B5", "ideal"]
Runs = Callable[..., Path]


@pytest.fixture
def runs(traps: ModelServer, tmp_path: Path, request: pytest.FixtureRequest) -> Runs:
    """Run a plan and seal it; returns its folder. Agent `mine` is a user's own template."""
    needs("codex")
    mine = tmp_path / "mine.toml"
    mine.write_text(small_template(), encoding="utf-8")

    def start(agents: list[str], sandbox: str, name: str = "run", replay: Path | None = None,
              **more: Any) -> Path:  # fmt: skip
        if sandbox == "docker":
            request.getfixturevalue("engine")
        folder = tmp_path / name
        if replay is None:
            named = [f"command:{mine}" if agent == "mine" else agent for agent in agents]
            end = Endpoint(model="scripted-1", base_url=traps.url, key_env="SCRIPTED_KEY",
                           max_tokens=1024)  # fmt: skip
            settings: dict[str, Any] = {"conditions": CONDITIONS, "traps": TRAPS, **more}
            plan, key = make_plan(
                agents=named, seeds=[1], key=KEY, model=end, sandbox=sandbox, **settings
            )
        else:
            plan, key = planned(replay)
            # A reviewer has the run's folder, and none of what was beside it.
            mine.unlink()
        mode = Live(folder=folder, mode="replay" if replay else "record", recorded=replay)
        # In this process: workers live on from test to test, with the environment they began with.
        run(plan, key, folder, workers=1, live=mode)
        seal(folder)
        return folder

    return start


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_the_grid(runs: Runs, traps: ModelServer, tmp_path: Path, sandbox: str) -> None:
    folder = runs(["openai", "codex", "mine"], sandbox)
    assert all(finding.passed for finding in verify(folder))
    records = [record for record, _ in read_sealed(folder)]
    assert len(records) == 18
    passed: dict[tuple[str, str], set[bool]] = {}
    for record in records:
        assert record.failed_party is None
        assert [session.work.error for session in record.sessions] == [None] * 3
        assert all(session.diff and session.work.usage for session in record.sessions)
        passed.setdefault((record.key.trap_id, record.key.condition), set()).add(record.passed)
    # One model behind three agents: what a memory brought decides, whoever writes it down.
    withdrawn, upload = ({c: passed[trap, c] for c in CONDITIONS} for trap in TRAPS)
    assert withdrawn["B0"] == {False}
    assert withdrawn["ideal"] == {True}
    assert upload["ideal"] == {True}
    assert all(len(found) == 1 for found in passed.values())
    used = sum(u.calls for r in records for s in r.sessions for u in s.work.usage)
    assert used == len(traps.asked)
    assert {asked.headers["authorization"] for asked in traps.asked} == {f"Bearer {SECRET}"}
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any("cassette" in path.parts for path in files)
    assert not [path for path in files if SECRET.encode() in path.read_bytes()]


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_a_run_replays_to_the_same_bytes_elsewhere(
    runs: Runs, traps: ModelServer, sandbox: str
) -> None:
    some: dict[str, Any] = {"conditions": ["ideal"], "traps": TRAPS[:1]}
    folder = runs(["codex", "mine"], sandbox, **some)
    traps.script = lambda asked: Fault(500)
    asked = len(traps.asked)
    again = runs([], sandbox, "elsewhere", replay=folder)
    assert sealed(again) == sealed(folder)
    assert len(traps.asked) == asked
    assert "command:mine" in planned(folder)[0].agents
    assert str(folder.parent) not in (folder / "manifest.json").read_text()
