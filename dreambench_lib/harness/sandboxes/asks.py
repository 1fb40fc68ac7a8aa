"""The form of the battery's questions: what is asked inside, and what must come back."""

from __future__ import annotations

from typing import Any, NamedTuple


class Host(NamedTuple):
    """Things on the host that no probe must reach."""

    port: int
    six: int
    """Port of a listener on ::1; 0 where the host has none."""
    abstract: str
    path: str
    """A unix socket that listens."""
    canaries: tuple[str, ...]
    """Files that hold a canary, as sealed checks, solutions, records and stores would."""
    engines: tuple[str, ...]
    """Sockets of Docker engines."""


class Answer(NamedTuple):
    """One promise: what must come back under `key` (or as a whole), a value or a test of it."""

    name: str
    expected: Any
    key: str = ""


class Ask(NamedTuple):
    """A function of `inside/facts/`, and the promises that its one call answers."""

    group: str
    function: str
    args: tuple[Any, ...]
    answers: tuple[Answer, ...]


def ask(group: str, function: str, *answers: Answer, args: tuple[Any, ...] = ()) -> Ask:
    """One question of the battery, written short."""
    return Ask(group, function, args, answers)
