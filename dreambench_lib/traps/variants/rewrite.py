"""Renaming in texts: code, prompts, notes and checks alike, so that they keep agreeing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from .names import Renames

_NO_DATA = r"(?!(?:csv|jsonl?|toml|md|txt|cfg|ini|html|tmpl|journal)\b)\w"
"""Behind `` `name. ``: a function or ``py``, no file of data called like a module."""


class Rewriter:
    """Applies one variant's names."""

    def __init__(self, names: Renames) -> None:
        self.names = names
        self._package, self._module, self._word = _patterns(
            names.package[0], tuple(names.modules), tuple(names.words)
        )

    def text(self, text: str) -> str:
        """Any text: symbols as whole words; package and modules only where they are code names."""
        old, new = self.names.package
        if old:
            text = self._module.sub(self._renamed_module, text)
            text = self._package.sub(lambda m: m[0][: -len(old)] + new, text)
        if self.names.words:
            text = self._word.sub(lambda m: self.names.words[m[0]], text)
        return text

    def _renamed_module(self, match: re.Match[str]) -> str:
        return match["before"] + self.names.modules[match["stem"]]

    def file(self, path: str, text: str) -> str:
        """A file of the repository."""
        if path.endswith(".py"):
            text = self._imports(text)
        return self.text(text)

    def _imports(self, text: str) -> str:
        """``from . import codes`` becomes ``from . import codes_kit as codes``."""
        try:
            tree = ast.parse(text)
        except SyntaxError:  # a template's placeholders may stand where Python allows no braces
            return text
        lines = text.split("\n")
        found = [
            alias
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and self._from_package(node)
            for alias in node.names
            if alias.name in self.names.modules
        ]
        for alias in sorted(found, key=lambda a: (a.lineno, a.col_offset), reverse=True):
            line = lines[alias.lineno - 1].encode()
            name = f"{self.names.modules[alias.name]} as {alias.asname or alias.name}"
            head, tail = line[: alias.col_offset], line[alias.end_col_offset or 0 :]
            lines[alias.lineno - 1] = (head + name.encode() + tail).decode()
        return "\n".join(lines)

    def _from_package(self, node: ast.ImportFrom) -> bool:
        here = node.level == 1 and node.module is None
        return here or (node.level == 0 and node.module == self.names.package[0])

    def _items(self, items: Sequence[Any]) -> Iterator[Any]:
        old, new = self.names.package
        for before, item in zip(("", *items), items, strict=False):
            # a command's words: python, -m, package
            yield new if before == "-m" and item == old else self.value(item)

    def value(self, value: Any) -> Any:
        """Plain data: every string, and the keys of dictionaries (they may be paths)."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, (list, tuple)):
            return type(value)(self._items(value))
        if isinstance(value, dict):
            return {
                self.text(key): self.file(key, item) if isinstance(item, str) else self.value(item)
                for key, item in value.items()
            }
        return value


@lru_cache(maxsize=64)
def _patterns(
    package: str, modules: tuple[str, ...], words: tuple[str, ...]
) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    stems = _any_of(modules)
    p = re.escape(package)
    in_package = (
        rf"(?<![\w./-]){p}(?=/)|(?<![\w./-]){p}(?=\.(?:{stems})(?:_\w+)?\b)"
        rf"|\bfrom {p}(?=(?:\.\w+)* import\b)|\bimport {p}(?=\s|$|\.)"
        rf"|-m[\"']?,?\s+[\"']?{p}(?![\w-])"
    )
    module = (
        rf"(?P<before>(?<![\w./-]){p}[./]|\bfrom \.|`(?=\w+\.{_NO_DATA}))(?P<stem>{stems})"
        r"(?=\.py\b|:| import\b|\.\w|[^\w.]|\.?$|\.\s)"
    )
    return (
        re.compile(in_package, re.MULTILINE),
        re.compile(module, re.MULTILINE),
        re.compile(rf"(?<!\w)(?:{_any_of(words)})(?!\w)"),
    )


def _any_of(names: tuple[str, ...]) -> str:
    return "|".join(map(re.escape, sorted(names, key=lambda name: (-len(name), name)))) or r"(?!)"
