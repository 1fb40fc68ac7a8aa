"""Marks foreign and only: another repository, service, project or release line is named."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from .places import compiled

_PLACE = r"(?:repository|repo|service|project|codebase|release\s+line)"
_NOT_A_NAME = re.compile(
    "a|an|the|this|that|our|your|their|its|own|same|each|every|any|whole|one|no|which|what|some"
    "|customer|public|web|new|old|main"
)
"""What stands before "service" or "repository" without naming another one."""
_NAME = r"[`\"“']?(?P<name>[\w.+-]*\w)[`\"”']?"
FOREIGN: tuple[str, ...] = (
    rf"\b(?:in|for|of|from|on|at|to|by|about|with|inside|within)\s+(?:the\s+|our\s+)?{_NAME}"
    rf"(?:['’]s)?\s+(?:{_PLACE}|line\s+of\s+releases)\b",
    rf"\bthe\s+{_NAME}\s+(?:repository|repo|project|codebase)\b",
    r"\b(?:release\s+line|repository|repo|service|project|codebase)\s+(?:called\s+|named\s+)?"
    r"[`\"“']?(?P<name>\d(?:[\w.]*\w)?|[\w.+-]*\w(?=[`\"”']))[`\"”']?",
)
"""``in the X repository``, ``for the X service``, ``on release line X``: X is not this project.

``another repository`` and ``the other service`` count; ``this``, ``our``, ``the same`` do not.
"""

ONLY: tuple[str, ...] = (
    rf"\b(?:only|just|solely|exclusively)\s+(?:for|in|on|to|with|by)\s+(?:the\s+|our\s+)?{_NAME}"
    rf"\s+{_PLACE}\b",
    rf"\b(?:only|just|solely|exclusively)\s+(?:for|in|on|to)\s+release\s+line\s+{_NAME}",
    rf"\b(?:the\s+)?{_NAME}\s+{_PLACE}\s+(?:only|alone|and\s+nowhere\s+else|and\s+no\s+other)",
    rf"\brelease\s+line\s+{_NAME}\s+(?:only|alone|and\s+nowhere\s+else|and\s+no\s+other)",
)
"""``only for the X service``, ``the X repository only``, ``only on release line X``."""


_ANY_PLACE = compiled(rf"\b(?:{_PLACE}|line\s+of\s+releases)\b")
_FOREIGN, _ONLY = tuple(map(compiled, FOREIGN)), tuple(map(compiled, ONLY))


@lru_cache(maxsize=16384)
def _others(statement: str, ours: frozenset[str], only: bool) -> frozenset[str]:
    if not _ANY_PLACE.search(statement):
        return frozenset()
    own = {name.lower() for name in ours}
    return frozenset(
        match["name"]
        for pattern in (_ONLY if only else _FOREIGN + _ONLY)
        for match in pattern.finditer(statement)
        if not _NOT_A_NAME.fullmatch(match["name"].lower()) and match["name"].lower() not in own
    )


def names_other_project(statement: str, ours: Collection[str] | str) -> frozenset[str]:
    """Names of other repositories, services, projects or release lines in `statement`.

    Args:
        ours: The project's own name, or several (its release line, where the prompt gives one).

    >>> sorted(names_other_project("In the billing repository it is CL-9.", "ledger"))
    ['billing']
    >>> sorted(names_other_project("In the ledger repository it is CL-9.", "ledger"))
    []
    """
    own = frozenset([ours] if isinstance(ours, str) else ours)
    return _others(statement, own, False)


def limited_to_other(statement: str, ours: Collection[str] | str) -> frozenset[str]:
    """Names of other projects or release lines to which `statement` limits what it says.

    >>> sorted(limited_to_other("This is only for the billing service.", "ledger"))
    ['billing']
    """
    return _others(statement, frozenset([ours] if isinstance(ours, str) else ours), True)


_LINE = compiled(
    r"\brelease\s+line\s+[`\"“']?(?P<name>[\w.+-]*\w)|\bthe\s+(?P<before>[\w.+-]*\w)\s+release\s+line"
)


def release_lines(prompt: str) -> set[str]:
    """The release lines that a prompt itself works on: they are not foreign to its task.

    >>> release_lines("Please fix this on release line 4.2.")
    {'4.2'}
    """
    return {match["name"] or match["before"] for match in _LINE.finditer(prompt)}
