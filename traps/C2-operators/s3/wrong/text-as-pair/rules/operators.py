"""The operators that a test may use, by name."""

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .common import RulesError
from .records import MISSING

Check = Callable[[Any, Any], bool]


@dataclass(frozen=True)
class Operator:
    """A named check of a field's value against the value that the rule gives."""

    name: str
    check: Check
    phrase: str
    """How an explanation words it, with `{}` for the rule's value."""
    takes_value: bool = True


OPERATORS: dict[str, Operator] = {}


def operator(name: str, phrase: str, *, takes_value: bool = True) -> Callable[[Check], Check]:
    """Register the decorated function as operator `name`."""

    def register(check: Check) -> Check:
        OPERATORS[name] = Operator(name, check, phrase, takes_value)
        return check

    return register


def get(name: str) -> Operator:
    """The operator `name`; an unknown one is an error that names the nearest."""
    try:
        return OPERATORS[name]
    except KeyError:
        near = difflib.get_close_matches(name, OPERATORS, n=1)
        hint = f", did you mean {near[0]!r}?" if near else ""
        raise RulesError(f"unknown operator {name!r}{hint}") from None


def apply(name: str, actual: Any, wanted: Any = None) -> bool:
    """Whether operator `name` holds for the two values; a missing value never fits."""
    if actual is MISSING:
        return name == "absent"
    return get(name).check(actual, wanted)


def _numbers(*values: Any) -> bool:
    """Whether all are numbers: text that looks like one is not, nor is a truth value."""
    return all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in values)


@operator("equals", "is {}")
def _equals(actual: Any, wanted: Any) -> bool:
    return bool(actual == wanted)


@operator("differs", "is not {}")
def _differs(actual: Any, wanted: Any) -> bool:
    return bool(actual != wanted)


@operator("over", "is over {}")
def _over(actual: Any, wanted: Any) -> bool:
    return _numbers(actual, wanted) and bool(actual > wanted)


@operator("under", "is under {}")
def _under(actual: Any, wanted: Any) -> bool:
    return _numbers(actual, wanted) and bool(actual < wanted)


@operator("among", "is one of {}")
def _among(actual: Any, wanted: Any) -> bool:
    return isinstance(wanted, (list, tuple)) and actual in wanted


@operator("holds", "holds {}")
def _holds(actual: Any, wanted: Any) -> bool:
    return isinstance(actual, (list, tuple, str)) and wanted in actual


@operator("starts", "starts with {}")
def _starts(actual: Any, wanted: Any) -> bool:
    return isinstance(actual, str) and isinstance(wanted, str) and actual.startswith(wanted)


@operator("spans", "spans {}")
def _spans(actual: Any, wanted: Any) -> bool:
    if isinstance(actual, str):
        actual = [int(part) for part in actual.split("-")]
    if len(actual) != 2:
        return False
    return _numbers(*actual, wanted) and bool(actual[0] <= wanted <= actual[1])


@operator("present", "is given", takes_value=False)
def _present(actual: Any, wanted: Any) -> bool:
    return actual not in (None, "")


@operator("absent", "is not given", takes_value=False)
def _absent(actual: Any, wanted: Any) -> bool:
    return actual in (None, "")
