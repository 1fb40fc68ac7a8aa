"""Every `dreambench …` line that people read is a command with options that it knows."""

from __future__ import annotations

import shlex
from typing import Any

import pytest
import typer.main

from dreambench_lib.cli import app
from tests.docs.texts import commands, texts

TEXTS = texts()
ROOT: Any = typer.main.get_command(app)
DEFAULTS = {"card": "make"}
"""Groups that take arguments where others take a command: ``card RUN`` is ``card make RUN``."""


def fault(line: str) -> str:
    """What the command line would not know of `line`, or ""."""
    words = shlex.split(line.replace("…", ""))
    command = ROOT
    while words:
        word = words.pop(0)
        if word.startswith("-") and word != "-":
            option, _, value = word.partition("=")
            known = {name: one for one in command.params for name in _names(one)}
            if option != "--help" and option not in known:
                return f"{command.name} has no option {option}"
            takes = option in known and not getattr(known[option], "is_flag", False)
            if takes and not value:
                if not words:
                    return f"{option} has no value"
                words.pop(0)
        elif hasattr(command, "commands"):
            if word not in command.commands and command.name in DEFAULTS:
                word = DEFAULTS[command.name]
            if word not in command.commands:
                return f"{command.name or 'dreambench'} has no command {word}"
            command = command.commands[word]
        else:
            takes = [one for one in command.params if one.param_type_name == "argument"]
            if not takes:
                return f"{command.name} takes no argument {word!r}"
    return ""


def _names(param: Any) -> list[str]:
    return [*param.opts, *param.secondary_opts] if param.param_type_name == "option" else []


@pytest.mark.parametrize("name", [name for name in TEXTS if any(commands(TEXTS[name]))])
def test_commands_that_are_shown_exist(name: str) -> None:
    told = {line: why for line in commands(TEXTS[name]) if (why := fault(line))}
    assert told == {}


def test_commands_are_found() -> None:
    assert sum(len(list(commands(text))) for text in TEXTS.values()) > 80
    text = (
        "```console\n$ .venv/bin/dreambench run \\\n  --seeds 1  # why\n```\n`dreambench\ndoctor`"
    )
    assert list(commands(text)) == ["run    --seeds 1", "doctor"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("rnu --seeds 1", "no command"),
        ("run --sedes 1", "no option"),
        ("traps lst", "no command"),
        ("doctor all", "no argument"),
        ("run --seeds", "no value"),
        ("--traps x", "no option"),
    ],
)
def test_a_wrong_line_is_seen(line: str, why: str) -> None:
    assert why in fault(line)
