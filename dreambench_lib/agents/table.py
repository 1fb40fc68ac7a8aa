"""Agents by name; a dotted path (``pkg.module:Class``) works wherever a name does."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from dreambench_lib.agents.cli.given import OWN, command, is_command
from dreambench_lib.agents.cli.template import shipped
from dreambench_lib.agents.protocol import Agent
from dreambench_lib.errors import BadInput, unknown

COMMAND = "dreambench_lib.agents.cli.command:CommandAgent"
NO_TEMPLATES: Mapping[str, str] = MappingProxyType({})
AGENTS: dict[str, str] = {
    "reader-literal": "dreambench_lib.agents.readers.literal:Literal",
    "reader-careful": "dreambench_lib.agents.readers.careful:Careful",
    "reader-linking": "dreambench_lib.agents.readers.linking:Linking",
    "reader-llm": "dreambench_lib.agents.llm.reader:ReaderLLM",
    "openai": "dreambench_lib.agents.llm.tool_loop:ToolLoop",
    "codex": "dreambench_lib.agents.cli.codex:Codex",
    **dict.fromkeys(shipped(), COMMAND),
}
SENSITIVITY: frozenset[str] = frozenset({"reader-linking"})
"""Agents whose rows show how much a result leans on the reading policy; never a main result."""


def names() -> list[str]:
    """The agents that come with the library."""
    return list(AGENTS)


def agent_class(name: str) -> type[Any]:
    """The class behind `name`, a name of the table or a dotted path.

    >>> agent_class("reader-literal").tier
    'simulated reader'
    """
    path = COMMAND if name.startswith(OWN) else AGENTS.get(name, name)
    module, colon, attribute = path.partition(":")
    if not colon:
        raise unknown("agent", name, AGENTS)
    try:
        found = getattr(import_module(module), attribute)
    except ImportError as fault:
        raise BadInput(
            f"agent {name!r}: module {module} cannot be imported ({fault}): "
            "check its name and PYTHONPATH"
        ) from None
    except AttributeError:
        raise BadInput(f"agent {name!r}: module {module} has no {attribute!r}") from None
    if not callable(getattr(found, "work", None)):
        raise BadInput(f"agent {name!r} has no method work(workspace, task): write it")
    return found  # type: ignore[no-any-return]


def needs_model(name: str) -> bool:
    """Whether the agent of this name cannot work without a model."""
    return bool(getattr(agent_class(name), "needs_model", False))


def needs_room(name: str) -> bool:
    """Whether the agent of this name is a program that a sandbox must have a room for."""
    return bool(getattr(agent_class(name), "needs_room", False))


def programs(name: str, templates: Mapping[str, str] = NO_TEMPLATES) -> tuple[str, ...]:
    """What must be installed (`apart`) before the agent of this name can work."""
    if is_command(name):
        return command(name, templates).template.programs
    return tuple(getattr(agent_class(name), "programs", ()))


def make(name: str, templates: Mapping[str, str] = NO_TEMPLATES) -> Agent:
    """A new agent by name or dotted path.

    Args:
        templates: Texts of users' own templates, by the names of their agents.
    """
    if is_command(name):
        return command(name, templates)
    return agent_class(name)()  # type: ignore[no-any-return]
