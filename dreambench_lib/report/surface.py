"""What every module offers, read from its source: names, signatures, first paragraphs.

``python -m dreambench_lib.report.surface > tests/public_names.txt`` freezes the names.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).resolve().parents[1]
_DEFINED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Offer(NamedTuple):
    """One public name of a module."""

    name: str
    signature: str
    """``name(parameters) -> result``, ``class Name(bases)``, or ``NAME``."""
    told: str
    """The first paragraph of its docstring, in one line; "" where there is none."""
    members: tuple[Offer, ...] = ()
    """Public methods of a class."""


class Surface(NamedTuple):
    """A module as a reader meets it."""

    module: str
    told: str
    offers: tuple[Offer, ...]


def surfaces(package: Path = PACKAGE) -> list[Surface]:
    """Every module of the package that defines something public, by name.

    Programs that run in a sandbox (``inside``) and entry points of one word are left out.
    """
    found = []
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        if "inside" in parts or parts[0].startswith("_s"):
            continue
        name = ".".join((package.name, *(part for part in parts if part != "__init__")))
        found.append(surface(path.read_text(encoding="utf-8"), name))
    return sorted(one for one in found if one.offers)


def surface(source: str, module: str) -> Surface:
    """What a module's source offers: ``__all__``, or what it defines without an underscore.

    >>> surface('"Doubles."\\ndef twice(n: int) -> int:\\n    "Two n."', "m").offers[0][:3]
    ('twice', 'twice(n: int) -> int', 'Two n.')
    """
    tree = ast.parse(source)
    defined = dict(_definitions(tree.body))
    names = _all(defined) or [name for name in defined if not name.startswith("_")]
    offers = tuple(_offer(name, defined.get(name)) for name in sorted(set(names)))
    return Surface(module, _first(ast.get_docstring(tree)), offers)


def listing(found: list[Surface]) -> str:
    """One line a module: ``module: names``."""
    lines = [f"{one.module}: {' '.join(offer.name for offer in one.offers)}" for one in found]
    return "\n".join(lines) + "\n"


def _definitions(body: list[ast.stmt]) -> Iterator[tuple[str, ast.stmt]]:
    for node in body:
        if isinstance(node, _DEFINED):
            yield node.name, node
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                for part in ast.walk(target):
                    if isinstance(part, ast.Name):
                        yield part.id, node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, node
        elif isinstance(node, ast.If | ast.Try) and not _main(node):
            yield from _definitions([*node.body, *node.orelse])


def _main(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "__name__" in ast.unparse(node.test)


def _all(defined: dict[str, ast.stmt]) -> list[str]:
    node = defined.get("__all__")
    value = getattr(node, "value", None)
    if isinstance(value, ast.List | ast.Tuple):
        return [str(ast.literal_eval(one)) for one in value.elts if isinstance(one, ast.Constant)]
    return []


def _offer(name: str, node: ast.stmt | None) -> Offer:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return Offer(name, _called(node), _first(ast.get_docstring(node)))
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(map(ast.unparse, node.bases))
        methods = tuple(
            _offer(one.name, one)
            for one in node.body
            if isinstance(one, _DEFINED) and not one.name.startswith("_")
        )
        head = f"class {name}({bases})" if bases else f"class {name}"
        return Offer(name, head, _first(ast.get_docstring(node)), methods)
    return Offer(name, name, "")


def _called(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({ast.unparse(node.args)}){result}"


def _first(docstring: str | None) -> str:
    return " ".join(inspect.cleandoc(docstring).partition("\n\n")[0].split()) if docstring else ""


if __name__ == "__main__":
    sys.stdout.write(listing(surfaces()))
