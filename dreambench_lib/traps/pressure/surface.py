"""What a fixture's repository offers: its modules and their public functions."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import NamedTuple

from ...errors import BadInput
from ..template import Fixture


class Module(NamedTuple):
    """One file of the repository and the public functions it defines, top to bottom."""

    path: str
    functions: tuple[str, ...]


@lru_cache(maxsize=64)
def _modules(files: tuple[tuple[str, str], ...]) -> tuple[Module, ...]:
    found = []
    for path, text in files:
        try:
            body = ast.parse(text).body
        except SyntaxError:  # a fixture may ship a broken file on purpose
            continue
        names = tuple(
            node.name
            for node in body
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
        )
        if names:
            found.append(Module(path, names))
    return tuple(found)


def modules(fixture: Fixture) -> tuple[Module, ...]:
    """The modules with public functions, tests left out."""
    files = tuple(
        (path, text)
        for path, text in sorted(fixture.files.items())
        if path.endswith(".py") and not path.startswith("tests/")
    )
    found = _modules(files)
    if not found:
        raise BadInput(
            f"fixture {fixture.name} has no module with public functions: filler sessions need one"
        )
    return found
