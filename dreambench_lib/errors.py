"""Faults a user can mend: one sentence that names the item and the remedy (exit code 2)."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class DreamBenchError(Exception):
    """Base of all faults that are reported in one sentence."""

    exit_code = 2


class BadInput(DreamBenchError):
    """Something the user gave is wrong; the message names it and says what to do."""


class NoSandbox(DreamBenchError):
    """No working sandbox: nothing runs (there is no fallback to the bare host)."""


class Infra(DreamBenchError):
    """The machine or a service failed, not the agent and not the memory under test."""


def unknown(what: str, name: object, known: Iterable[object]) -> BadInput:
    """An error for a wrong name that lists the right ones, nearest first.

    >>> str(unknown("condition", "B6x", ["B5", "B6"]))
    "unknown condition 'B6x': did you mean 'B6'? (one of: B5, B6)"
    """
    names = [str(item) for item in known]
    near = difflib.get_close_matches(str(name), names, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return BadInput(f"unknown {what} {str(name)!r}: {hint}(one of: {', '.join(names) or 'none'})")
