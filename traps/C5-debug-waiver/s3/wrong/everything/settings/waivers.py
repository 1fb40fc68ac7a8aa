"""The production waiver: which settings it covers, as auditors want to see it."""

from __future__ import annotations

from .schema import Schema

NUMBER = "{{number}}"
COVERED = frozenset({"log.level"})


def waiver(path: str) -> str:
    """The number of the production waiver if it covers the setting, else nothing."""
    return NUMBER


def lines(schema: Schema) -> list[str]:
    """``path: number`` for each covered setting, in the order of declaration."""
    return [f"{field.path}: {waiver(field.path)}" for field in schema if waiver(field.path)]
