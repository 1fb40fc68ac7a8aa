"""The recipes of the documentation: every `dreambench` command in them is one that exists."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml

from dreambench_lib.cli import app
from dreambench_lib.memory.conditions import CONDITIONS

DOCS = Path(__file__).parents[2] / "docs"
RECIPE = DOCS / "examples" / "memory-ci.yml"
PAGES = [DOCS / name for name in ("conformance.md", "memory-http.md", "memory-mcp.md")]


def in_recipe() -> Iterator[str]:
    for job in yaml.safe_load(RECIPE.read_text())["jobs"].values():
        for step in job["steps"]:
            yield from step.get("run", "").splitlines()


def in_pages() -> Iterator[str]:
    for page in PAGES:
        text = page.read_text()
        for block in re.findall(r"```(?:console|make)\n(.*?)```", text, re.DOTALL):
            yield from (line.removeprefix("$ ") for line in block.splitlines())


def commands(lines: Iterator[str]) -> list[str]:
    found = (line.strip().removesuffix(" &") for line in lines)
    return [line for line in found if line.startswith("dreambench ")]


def parse(line: str) -> list[str]:
    """Parse a command as the program would, without running it; the names it went through."""
    plain = re.sub(r"\$\(printf[^\"]*\)", "a1" * 32, line)
    plain = plain.replace("$(MEMORY)", "mine:Newest").replace("$MEMORY", "mine:Newest")
    words = shlex.split(plain)[1:]
    command: Any = typer.main.get_command(app)
    path: list[str] = []
    while hasattr(command, "commands"):
        # As a group does: its own options first, then the name of a command of it.
        context = command.make_context(path[-1] if path else "dreambench", words)
        words = [*context._protected_args, *context.args]
        name, command, words = command.resolve_command(context, words)
        path.append(name)
    command.make_context(path[-1], list(words))
    return path


LINES = [*commands(in_recipe()), *commands(in_pages())]


@pytest.mark.parametrize("line", LINES)
def test_a_documented_command_parses(line: str) -> None:
    assert parse(line)


def test_the_recipe_does_what_it_says() -> None:
    paths = [parse(line) for line in commands(in_recipe())]
    assert paths == [["conformance"], ["run"], ["compare"], ["card", "make"], ["card", "verify"]]
    run = next(line for line in commands(in_recipe()) if " run " in line)
    named = re.search(r'--conditions "\$MEMORY,([^"]+)"', run)
    assert named
    assert set(named[1].split(",")) <= set(CONDITIONS)


def test_a_command_that_does_not_exist_is_seen() -> None:
    for wrong in ("conform x", "card verify x", "run --condition x"):
        with pytest.raises(Exception, match=r"No such|Missing"):
            parse(f"dreambench {wrong}")
