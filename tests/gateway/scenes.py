"""Small runs before the scripted server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from dreambench_lib.agents.protocol import Command, Task, Workspace
from dreambench_lib.records import WorkLog
from dreambench_lib.traps.keys import parse_key
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import mint
from tests.behaviours import Behaviour, How

KEY = "a7" * 32
TRAPS = ["C3-withdrawn", "C9-upload"]
SECRET = "sk-onlyTheGatewayHasThisKey"
Go = Callable[..., tuple[Path, Any]]


def behaviour(how: How) -> Behaviour:
    return Behaviour(how, [mint(load_traps()[trap], parse_key(KEY), 1) for trap in TRAPS])


def sealed(folder: Path) -> dict[str, bytes]:
    """A sealed run's bytes, without what stands beside them."""
    beside = ("environment.json", "attempts.jsonl", "spent.json")
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if path.is_file() and path.name not in beside
    }


class Shell:
    """A program as an agent, from outside the library."""

    tier = "agent with a model"
    needs_model = needs_room = True

    def work(self, workspace: Workspace, task: Task) -> WorkLog:
        assert task.room is not None
        line = f"echo {task.session} >> sessions.txt; {' '.join(task.tests)}"
        ran = task.room.run(workspace, Command(("bash", "-c", line)))
        return WorkLog(output=ran.errors, error=ran.fault or None)
