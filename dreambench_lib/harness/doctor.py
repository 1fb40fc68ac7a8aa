"""What works on this machine: sandboxes, Docker, keys, agents, memories, optional systems."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from typing import NamedTuple

from ..agents.table import AGENTS, agent_class, needs_model
from ..errors import DreamBenchError
from ..memory.conditions import CONDITIONS
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


def examine() -> list[Finding]:
    """Everything this machine offers, in the order of the table."""
    return [*_sandboxes(), *_docker(), *_tables(), *_optional(), *_keys()]


def battery(sandbox: str) -> list[SelfCheck]:
    """The sandbox's self-checks, run inside it."""
    return open_sandbox(sandbox).check()


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


def _tables() -> Iterator[Finding]:
    for name in AGENTS:
        needs = ", needs --model" if needs_model(name) else ""
        yield Finding("agent", name, True, False, agent_class(name).tier + needs)
    for condition in CONDITIONS.values():
        yield Finding("memory", condition.id, True, False, condition.meaning)


def _optional() -> Iterator[Finding]:
    for name, module, extra in (("Mem0", "mem0", "mem0"), ("Dask", "distributed", "dask")):
        ready = importlib.util.find_spec(module) is not None
        yield Finding(
            "optional", name, ready, False, "" if ready else f"pip install -e '.[{extra}]'"
        )


def _keys() -> Iterator[Finding]:
    for name in ("OPENAI_API_KEY", "MEM0_API_KEY"):
        ready = bool(os.environ.get(name))
        yield Finding(
            "key", name, ready, False, "" if ready else f"export {name}=… (hosted models only)"
        )
