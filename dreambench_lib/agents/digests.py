"""What agents are told and how they are run, as one digest for the plan of a run with a model."""

from __future__ import annotations

from collections.abc import Mapping

from dreambench_lib.agents.cli.codex import PROGRAM, instructions
from dreambench_lib.agents.cli.template import parse, shipped
from dreambench_lib.agents.llm.prompts import all_digest
from dreambench_lib.apart import entry
from dreambench_lib.canonical import sha256


def words_digest(templates: Mapping[str, str]) -> str:
    """SHA-256 over every prompt, Codex's instructions, every command's template, and their pins.

    Args:
        templates: Texts of users' own templates, by their agents' names.
    """
    commands = {**shipped(), **templates}
    programs = {PROGRAM}.union(*(parse(text, name).programs for name, text in commands.items()))
    return sha256(
        {
            "prompts": all_digest(),
            "codex": instructions(),
            "commands": commands,
            "programs": {name: entry(name).digest for name in sorted(programs)},
        }
    )
