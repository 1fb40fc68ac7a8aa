"""Printing effective settings: a table for people, plain lines for programs."""

from __future__ import annotations

from .merge import Effective
from .redact import scrub, shown


def table(effective: Effective, section: str | None = None) -> list[str]:
    """``path = value  (origin)`` in aligned columns, a section after the other."""
    rows = [
        (field.path, shown(field, effective[field.path]), effective.origin(field.path))
        for field in effective.schema
        if section in (None, field.section)
    ]
    if not rows:
        return []
    left = max(len(path) for path, _, _ in rows)
    middle = max(len(value) for _, value, _ in rows)
    return [f"{path:<{left}} = {value:<{middle}}  ({origin})" for path, value, origin in rows]


def export(effective: Effective) -> list[str]:
    """``path=value`` lines in the order of declaration."""
    return [
        f"{field.path}={shown(field, effective[field.path])}" for field in effective.schema
    ]


def problems(effective: Effective) -> list[str]:
    """One line per problem, sorted by path; secrets do not show in them."""
    return [scrub(str(problem), effective) for problem in sorted(effective.problems)
        if "no such setting" not in str(problem)]
