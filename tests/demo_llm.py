"""``make demo-llm``: real agents on two traps before a scripted model, with a table at the end.

No number of it says anything about a model: the script knows the solutions and writes down what
the request shows of them. What it shows is that real agents run, are metered, and replay.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from dreambench_lib.apart import install
from dreambench_lib.harness.finished import Finished
from dreambench_lib.harness.gateway.settings import Live
from dreambench_lib.harness.plan import Plan, make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.harness.verify import read_sealed, verify
from dreambench_lib.models import Endpoint
from dreambench_lib.records import CellRecord
from tests.gateway.scenes import KEY, SECRET, TRAPS, behaviour, sealed
from tests.model_server import MODEL, ModelServer, model_server

AGENTS = ["reader-llm", "openai", "codex", "mini-swe-agent"]
CONDITIONS = ["B0", "B5", "ideal"]
AGAIN = ["codex", "mini-swe-agent", "qwen-code"]
"""Whose runs are played again without the server."""
PROGRAMS = ["codex", "mini-swe-agent", "qwen-code"]


def main() -> None:
    """Run the grid, then a smaller one twice: before the server, and from its recording."""
    console = Console()
    for program in PROGRAMS:
        install(program, console.print)
    os.environ["SCRIPTED_KEY"] = SECRET
    with tempfile.TemporaryDirectory(prefix="demo-llm-") as name, model_server(
        behaviour("reads")
    ) as server:  # fmt: skip
        folder = Path(name)
        records = _run(console, server, folder / "grid", AGENTS, CONDITIONS, TRAPS)
        console.print(table(records))
        _run(console, server, folder / "again", AGAIN, ["ideal"], TRAPS[:1])
        asked = len(server.asked)
        _replay(console, folder / "again", folder / "replayed")
        same = sealed(folder / "again") == sealed(folder / "replayed")
        quiet = len(server.asked) == asked
        leaks = [p for p in folder.rglob("*") if p.is_file() and SECRET.encode() in p.read_bytes()]
        checked = [verify(folder / run_) for run_ in ("grid", "again", "replayed")]
        whole = all(finding.passed for found in checked for finding in found)
    _say(console, "the three runs verify", whole)
    _say(console, f"a replay of {', '.join(AGAIN)} gives the same bytes", same)
    _say(console, "and asked nobody", quiet)
    _say(console, "the key is in no file of the runs", not leaks)
    sys.exit(0 if whole and same and quiet and not leaks else 1)


def table(records: Sequence[CellRecord]) -> Table:
    """Passed cells by agent and condition, with calls and tokens."""
    made = Table(title=f"Scripted model ({MODEL}): no result about any model")
    for column in ("agent", *CONDITIONS, "calls", "tokens in", "tokens out"):
        made.add_column(column, justify="left" if column == "agent" else "right")
    for agent in AGENTS:
        mine = [record for record in records if record.key.agent == agent]
        cells = []
        for condition in CONDITIONS:
            here = [record.passed for record in mine if record.key.condition == condition]
            cells.append(f"{sum(here)}/{len(here)}")
        used = [usage for record in mine for s in record.sessions for usage in s.work.usage]
        sums = (
            sum(usage.calls for usage in used),
            sum(usage.input_tokens for usage in used),
            sum(usage.output_tokens for usage in used),
        )
        made.add_row(agent, *cells, *(f"{number:,}" for number in sums))
    return made


def _run(
    console: Console, server: ModelServer, folder: Path,
    agents: list[str], conditions: list[str], traps: list[str],
) -> list[CellRecord]:  # fmt: skip
    end = Endpoint(model=MODEL, base_url=server.url, key_env="SCRIPTED_KEY", max_tokens=1024)
    plan, key = make_plan(conditions, agents, traps, [1], key=KEY, model=end)
    return _walk(console, plan, key, folder, Live(folder=folder))


def _replay(console: Console, recorded: Path, folder: Path) -> None:
    from dreambench_lib.harness.folder import planned

    plan, key = planned(recorded)
    _walk(console, plan, key, folder, Live(folder=folder, mode="replay", recorded=recorded))


def _walk(console: Console, plan: Plan, key: str, folder: Path, live: Live) -> list[CellRecord]:
    begun = time.monotonic()

    def progress(finished: Finished | None, done: int, total: int) -> None:
        if finished is not None:
            record = finished.record
            key = record.key
            outcome = "pass" if record.passed else "fail"
            error = next((s.work.error for s in record.sessions if s.work.error), None)
            console.print(
                f"{done:3}/{total}  {time.monotonic() - begun:5.0f} s  {live.mode}  {key.agent:15} "
                f"{key.condition:6} {key.trap_id:14} {outcome}{f' ({error})' if error else ''}",
                highlight=False,
            )

    run(plan, key, folder, live=live, progress=progress)
    seal(folder)
    return [record for record, _ in read_sealed(folder)]


def _say(console: Console, what: str, holds: bool) -> None:
    console.print(f"{'yes' if holds else 'NO '}  {what}", highlight=False)


if __name__ == "__main__":
    main()
