"""Conditions in the one-line form that partner hubs read.

A partner hub knows an operator by its token, not by our name for it:

    ALL(OVER(weight;30),AMONG(lane;air;road))
"""

from typing import Any

from .conditions import Condition, Group, Not
from .common import RulesError
from .ruleset import Rule

TOKENS = {
    "equals": "EQUALS",
    "differs": "DIFFERS",
    "over": "GREATER",
    "under": "UNDER",
    "among": "AMONG",
    "holds": "HOLDS",
    "starts": "STARTS",
    "spans": "{{wire}}",
    "present": "PRESENT",
    "absent": "ABSENT",
}
"""Our operator to the token that partner hubs know it by."""


def token(name: str) -> str:
    """The token of operator `name`."""
    if name not in TOKENS:
        raise RulesError(f"operator {name!r} has no token: it cannot be sent to partner hubs")
    return TOKENS[name]


def encode(condition: Condition) -> str:
    """`condition` as partner hubs read it."""
    if isinstance(condition, Group):
        return f"{condition.word.upper()}({','.join(encode(part) for part in condition.parts)})"
    if isinstance(condition, Not):
        return f"NOT({encode(condition.part)})"
    return f"{token(condition.op)}({';'.join([condition.field, *_values(condition.value)])})"


def _values(value: Any) -> list[str]:
    if value is None:
        return []
    if isinstance(value, (list, tuple)):
        return [part for item in value for part in _values(item)]
    return [str(value)]


def export(rules: list[Rule]) -> list[str]:
    """One line per rule: code, outcome, condition."""
    return [f"{rule.code} {rule.outcome} {encode(rule.when)}" for rule in rules]
