"""Public names of every module: adding or dropping one is a decision, not an accident."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from dreambench_lib.report.surface import Surface, listing, surface, surfaces

FROZEN = Path(__file__).with_name("public_names.txt")
COMMAND = "python -m dreambench_lib.report.surface > tests/public_names.txt"


@pytest.fixture(scope="module")
def now() -> list[Surface]:
    return surfaces()


def named(text: str) -> set[str]:
    """``module.name`` of every line."""
    lines = (line.partition(": ") for line in text.splitlines())
    return {f"{module}.{name}" for module, _, names in lines for name in names.split()}


def test_names_are_those_that_were_frozen(now: list[Surface]) -> None:
    frozen, found = named(FROZEN.read_text(encoding="utf-8")), named(listing(now))
    assert sorted(found - frozen) == [], f"appeared; if wanted: {COMMAND}"
    assert sorted(frozen - found) == [], f"disappeared; if wanted: {COMMAND}"


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import os\nA = 1\n_B = 2\ndef f(): ...\nclass C: ...", ["A", "C", "f"]),
        ("__all__ = ['f']\nA = 1\ndef f(): ...", ["f"]),
        ("try:\n    x: int = 1\nexcept E:\n    pass", ["x"]),
        ("a, b = 1, 2\nif __name__ == '__main__':\n    c = 3", ["a", "b"]),
        ("from m import f\n__all__ = ['f']", ["f"]),
    ],
)
def test_what_is_public(source: str, names: list[str]) -> None:
    assert [offer.name for offer in surface(source, "m").offers] == names


CALLED_BY_A_TABLE = {"register", "run", "main"}
"""What its module is for: the module's own docstring says it."""


def test_public_functions_and_classes_are_documented(now: list[Surface]) -> None:
    bare = [
        f"{one.module}.{offer.name}"
        for one in now
        for offer in one.offers
        if "(" in offer.signature or offer.signature.startswith("class ")
        if not offer.told and offer.name not in CALLED_BY_A_TABLE
    ]
    assert bare == []


def test_every_module_says_what_it_is_for(now: list[Surface]) -> None:
    assert [one.module for one in now if not one.told] == []


def test_the_listing_is_one_line_a_module(now: list[Surface]) -> None:
    for line in listing(now).splitlines():
        module, _, names = line.partition(": ")
        assert module.startswith("dreambench_lib")
        assert names
        ast.parse(names.replace(" ", "\n"))
