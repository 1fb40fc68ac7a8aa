"""Arrows between rooms point down: a room imports only rooms below it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import dreambench_lib

ROOT = Path(dreambench_lib.__file__).parent
ROOMS = (
    "cli", "report", "harness", "forgetting", "agents", "memory", "traps", "models", "stats",
)  # fmt: skip
"""From the top. `stats` knows neither traps nor files, so all that count may use it."""
LOW = ("apart", "walk", "trees", "records", "canonical", "memo", "shipped", "errors", "__version__")


def imports(source: str, module: tuple[str, ...]) -> Iterator[str]:
    """The rooms of this package that a module's source imports, wherever in it the import stands.

    >>> list(imports("from .errors import BadInput", ("walk",)))
    ['errors']
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            targets = [tuple(one.name.split(".")) for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            inside = ("dreambench_lib", *module)
            base = inside[: len(inside) - node.level] if node.level else ()
            path = (*base, *(node.module.split(".") if node.module else ()))
            targets = [(*path, one.name) for one in node.names]
        else:
            continue
        for target in targets:
            if target[0] == "dreambench_lib" and len(target) > 1:
                yield target[1]


def upward(source: str, module: tuple[str, ...]) -> list[str]:
    """The imports that do not point down."""
    order = [*ROOMS, *LOW]
    place = order.index(module[0])
    return [
        room for room in imports(source, module) if room != module[0] and order.index(room) <= place
    ]


def module_of(path: Path) -> tuple[str, ...]:
    return path.relative_to(ROOT).with_suffix("").parts


FILES = [path for path in sorted(ROOT.rglob("*.py")) if path != ROOT / "__init__.py"]


def test_every_room_has_a_place() -> None:
    found = {module_of(path)[0] for path in FILES}
    assert found == {*ROOMS, *LOW} - {"__version__"}


@pytest.mark.parametrize("room", [*ROOMS, *LOW[:-1]])
def test_arrows_point_down(room: str) -> None:
    files = [path for path in FILES if module_of(path)[0] == room]
    assert files
    found = {str(path.relative_to(ROOT)): upward(path.read_text(), module_of(path))
             for path in files}  # fmt: skip
    assert {path: rooms for path, rooms in found.items() if rooms} == {}


@pytest.mark.parametrize(
    ("module", "line", "rooms"),
    [
        ("agents.reader", "from dreambench_lib.report.style import bare", ["report"]),
        ("agents.reader", "from dreambench_lib import harness", ["harness"]),
        ("agents.reader", "import dreambench_lib.cli.show", ["cli"]),
        ("agents.a.b", "def f():\n    from ...harness import cell", ["harness"]),
        ("agents.a.b", "from ..protocol import Agent", []),
        ("traps.mint", "from ..memory import item\nfrom ..trees import Tree", ["memory"]),
        ("records", "from .trees import Tree", ["trees"]),
        ("cli.run", "from . import show\nimport json", []),
    ],
)
def test_an_upward_arrow_is_seen(module: str, line: str, rooms: list[str]) -> None:
    assert upward(line, tuple(module.split("."))) == rooms
