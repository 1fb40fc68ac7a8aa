"""What a variant renames, and to what."""

from __future__ import annotations

import argparse
import ast
import csv
import datetime
import io
import json
import re
import unittest
from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path, PurePosixPath
from typing import NamedTuple

MARK = "~"
"""Stands between a trap's id and its variant's number."""
PACKAGES = (
    "osprey", "juniper", "quartz", "tamarind", "cobalt", "heron", "saffron", "basalt", "linnet",
    "marram", "teasel", "wicket",
)  # fmt: skip
SUFFIXES = ("core", "kit", "unit", "base", "part", "works", "pack", "room", "side", "line")
_KNOWN = (
    str, bytes, dict, list, set, tuple, Path, json, csv, re, io, ast, argparse.ArgumentParser,
    argparse.Namespace, argparse, unittest.TestCase, datetime, datetime.datetime, datetime.date,
    datetime.timedelta, Decimal,
)  # fmt: skip
_COMPOUND = re.compile(r"(?:[A-Z][a-z0-9]+){2,}")
"""A class name that is no English word by itself."""
_TAKEN = {name for thing in _KNOWN for name in dir(thing)}
"""Names that mean something outside of the repository as well: never renamed."""


def variant_id(trap_id: str, number: int) -> str:
    """The id of a trap's variant; number 0 is the trap itself."""
    return f"{trap_id}{MARK}{number}" if number else trap_id


def base_id(trap_id: str) -> str:
    """The trap of which `trap_id` is a variant: the cluster that an outcome belongs to.

    >>> base_id("C3-withdrawn~4"), base_id("C3-withdrawn")
    ('C3-withdrawn', 'C3-withdrawn')
    """
    return trap_id.split(MARK)[0]


class Renames(NamedTuple):
    """Old name to new name, by kind."""

    package: tuple[str, str]
    modules: dict[str, str]
    """Module's stem within the package."""
    words: dict[str, str]
    """Symbols and tools: replaced wherever they stand as whole words."""


def renames(files: Iterable[str], code: Mapping[str, str], number: int) -> Renames:
    """The names of variant `number` (from 1).

    Args:
        files: Every path of the repository, those of solutions included.
        code: The repository's own Python files.
    """
    paths = [PurePosixPath(path) for path in files]
    packages = sorted({p.parts[0] for p in paths if p.name == "__init__.py"} - {"tests", "tools"})
    package = packages[0] if packages else ""
    suffix = SUFFIXES[(number - 1) % len(SUFFIXES)]
    suffix += str((number - 1) // len(SUFFIXES) + 1) if number > len(SUFFIXES) else ""
    stems = sorted(
        {p.stem for p in paths if p.suffix == ".py" and p.parts[0] == package and len(p.parts) == 2}
    )
    modules = {stem: f"{stem}_{suffix}" for stem in stems if not stem.startswith("_")}
    tools = {p.stem for p in paths if p.parts[0] == "tools" and p.suffix == ".py"}
    words = {
        name: f"{name}_{suffix}" if name.islower() else f"{suffix.capitalize()}{name}"
        for name in sorted(tools | _symbols(code, package))
        if "_" in name.strip("_") or _COMPOUND.fullmatch(name)
    }
    other = PACKAGES[(number - 1) % len(PACKAGES)]
    other += str((number - 1) // len(PACKAGES) + 1) if number > len(PACKAGES) else ""
    return Renames((package, other), modules, {k: v for k, v in words.items() if k not in modules})


def _symbols(code: Mapping[str, str], package: str) -> set[str]:
    """Functions and classes that the package defines at the top level and that it alone owns."""
    found = set()
    for path, text in code.items():
        if path.startswith(f"{package}/") and path.endswith(".py"):
            for node in ast.parse(text).body:
                if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                    found.add(node.name)
    return {name for name in found if name not in _TAKEN and not name.startswith("_")}
