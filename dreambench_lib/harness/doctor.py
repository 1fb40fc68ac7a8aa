"""What works on this machine: sandboxes, Docker, keys, agents, memories, optional systems."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ..agents.table import AGENTS, agent_class, needs_model, programs
from ..apart import entry, names, ready
from ..errors import DreamBenchError
from ..memory.conditions import CONDITIONS
from .doors import doors, judges, prices
from .sandboxes import SANDBOXES, open_sandbox
from .sandboxes.base import SelfCheck


class Finding(NamedTuple):
    """One thing a run may need."""

    kind: str
    name: str
    ready: bool
    needed: bool
    """Whether an offline run cannot start without it."""
    remedy: str
    """What to do when it is missing; a detail when it is ready."""


def examine(judges_file: Path | None = None) -> list[Finding]:
    """Everything this machine offers, in the order of the table.

    Args:
        judges_file: A ``judges.toml`` whose judges are looked at one by one.
    """
    reached = [*doors(), *judges(judges_file), prices()]
    return [
        *_sandboxes(), *_docker(), *_engines(), *_tables(), *_optional(), *_keys(),
        *(Finding(one.kind, one.name, one.ready, False, one.detail) for one in reached),
    ]  # fmt: skip


def battery(sandbox: str, room: bool = False) -> list[SelfCheck]:
    """The sandbox's self-checks, run inside it, or (`room`) inside its room for an agent.

    Raises:
        BadInput: it has no room.
    """
    if not room:
        return open_sandbox(sandbox).check()
    from .gateway.room import room_of
    from .sandboxes.room_battery import check_room

    made = room_of(sandbox)
    return check_room(made.opens, made.weaker)


def _sandboxes() -> Iterator[Finding]:
    for name in SANDBOXES:
        try:
            with open_sandbox(name).session():
                pass
        except DreamBenchError as fault:
            yield Finding("sandbox", name, False, name == "bubblewrap", str(fault))
        else:
            yield Finding("sandbox", name, True, name == "bubblewrap", "")


def _docker() -> Iterator[Finding]:
    """The engine by itself: whether one answers, and which."""
    from .sandboxes.engine import client, faults

    try:
        with faults():
            version = client().version().get("Version", "")
        yield Finding("engine", "docker", True, False, f"server {version}")
    except DreamBenchError as fault:
        yield Finding("engine", "docker", False, False, str(fault))


def _engines() -> Iterator[Finding]:
    yield Finding("engine", "local", True, False, "processes on this machine")
    dask = importlib.util.find_spec("distributed") is not None
    yield Finding("engine", "dask", dask, False, "" if dask else "pip install -e '.[dask]'")


def _tables() -> Iterator[Finding]:
    for name in AGENTS:
        needs = ", needs --model" if needs_model(name) else ""
        lacks = _lacks(programs(name))
        told = lacks or agent_class(name).tier + needs
        yield Finding("agent", name, not lacks, False, told)
    for condition in CONDITIONS.values():
        needs = " Needs --memory-model." if condition.needs_model else ""
        lacks = _lacks(condition.apart)
        if condition.service and not os.environ.get(condition.service):
            lacks = "; ".join(filter(None, (lacks, f"export {condition.service}=URL")))
        yield Finding("memory", condition.id, not lacks, False, lacks or condition.meaning + needs)


def _lacks(apart: Iterable[str]) -> str:
    """How to install what is not; empty where all is there."""
    return "; ".join(f"dreambench install {name}" for name in apart if not ready(name))


def _optional() -> Iterator[Finding]:
    for name in names():
        there = ready(name)
        detail = entry(name).about if there else f"dreambench install {name}"
        yield Finding("installed apart", name, there, False, detail)
    for name, module, extra in (("Dask", "distributed", "dask"), ("MCP", "mcp", "mcp")):
        found = importlib.util.find_spec(module) is not None
        yield Finding(
            "optional", name, found, False, "" if found else f"pip install 'dreambench[{extra}]'"
        )


def _keys() -> Iterator[Finding]:
    for name in ("OPENAI_API_KEY", "MEM0_API_KEY"):
        found = bool(os.environ.get(name))
        yield Finding(
            "key", name, found, False, "" if found else f"export {name}=… (hosted models only)"
        )
