"""What a check is: an id, a promise, and a function that raises where the promise is not kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from dreambench_lib.memory.conformance.ground import Ground


class Broken(Exception):
    """A promise that was not kept; the text is the reason."""


class Lost(Broken):
    """Something did not come back: excused where the condition's own idea forbids it to."""


class NotRun(Exception):
    """The check cannot be made of this memory, and why."""


class Told(NamedTuple):
    """What a check saw of a promise that was kept."""

    text: str
    figures: dict[str, float] = {}


class Check(NamedTuple):
    """One file of `checks/`."""

    id: str
    promise: str
    run: Callable[[Ground], Told]
    judged: bool = True
    """False: what it sees is reported, and no reason to reject."""
