"""Which agents are commands: templates that come with the library, and a user's own files.

A run carries the text of a user's own template in its plan, under ``command:NAME``: what ran is
known without the file, and no path of a machine stands in a record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from dreambench_lib.agents.cli.command import CommandAgent
from dreambench_lib.agents.cli.template import parse, shipped
from dreambench_lib.errors import BadInput, unknown

OWN = "command:"
"""What the name of an agent by a user's own template begins with."""


def is_command(name: str) -> bool:
    """Whether the agent of this name is a command."""
    return name.startswith(OWN) or name in shipped()


def command(name: str, templates: Mapping[str, str]) -> CommandAgent:
    """The agent called `name`.

    Args:
        templates: Texts of users' own templates by their agents' names.

    Raises:
        BadInput: there is no such template, or it is wrong.
    """
    texts = {**shipped(), **templates}
    if name not in texts:
        raise unknown("agent template", name, texts)
    return CommandAgent(name, parse(texts[name], name))


def taken_in(agents: Iterable[str]) -> tuple[list[str], dict[str, str]]:
    """Agents as a plan names them, and the text of each that is a user's own template.

    ``command:PATH.toml`` is read and becomes ``command:NAME``; ``command:NAME`` of a template that
    comes with the library becomes its name.

    Raises:
        BadInput: a file cannot be read or is no template, or two have one name.
    """
    named: list[str] = []
    texts: dict[str, str] = {}
    for agent in agents:
        given = agent.removeprefix(OWN)
        if agent == given or given in shipped():
            named.append(given)
            continue
        path = Path(given)
        if path.suffix != ".toml" or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", path.stem):
            raise BadInput(
                f"agent {agent!r} is no template: give command:PATH.toml, or one of "
                f"{', '.join(shipped())}"
            )
        name = OWN + path.stem
        if name in texts:
            raise BadInput(f"two agent templates are called {path.name}: rename one")
        try:
            texts[name] = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as fault:
            why = getattr(fault, "strerror", None) or "it is no text"
            raise BadInput(f"agent template {path.name} cannot be read ({why})") from None
        command(name, texts)
        named.append(name)
    return named, texts
