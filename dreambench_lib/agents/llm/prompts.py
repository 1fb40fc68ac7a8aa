"""Prompt templates: files with a digest, so that a record can say what a model was told."""

from __future__ import annotations

from functools import cache
from importlib import resources

from dreambench_lib.canonical import sha256


@cache
def template(name: str) -> str:
    """The text of ``prompts/NAME.txt``, with ``{fields}``."""
    folder = resources.files(__package__) / "prompts"
    return (folder / f"{name}.txt").read_text(encoding="utf-8")


def digest(name: str) -> str:
    """SHA-256 of a template."""
    return sha256(template(name))


def all_digest() -> str:
    """SHA-256 over every template: stands in the plan of a run that has a model."""
    folder = resources.files(__package__) / "prompts"
    names = sorted(file.name.removesuffix(".txt") for file in folder.iterdir())
    return sha256({name: digest(name) for name in names})


def filled(name: str, **fields: str) -> str:
    """A template with its fields filled in; what stands in a field is not looked at again.

    >>> "{context}" in filled("reader", project="p", prompt="{context}", context="", details="",
    ...                       keys="")
    True
    """
    return template(name).format(**fields)
