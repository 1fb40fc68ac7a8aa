"""Checks: executable demands as data, with explicit polarity.

A check has one probe (call a function, run a command, look at a file) and says what the observation
must be (`equals`, `has`, `equals_file`) and must not show (`lacks`). It is executed as a black box;
comparison happens outside the sandbox (harness/referee).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, model_validator

from ..records import CheckKind, Record


class Call(Record):
    """Call ``module:attribute.path`` with JSON arguments; the observation is its JSON result."""

    type: Literal["call"] = "call"
    target: str = Field(pattern=r"^[A-Za-z_][\w.]*:[A-Za-z_][\w.]*$")
    args: tuple[JsonValue, ...] = ()


class Run(Record):
    """Run a command at the repository's root; the observation is its standard output.

    ``python`` as the first word means the sandbox's own interpreter. Only exit status 0 counts.
    """

    type: Literal["run"] = "run"
    argv: tuple[str, ...] = Field(min_length=1)


class Look(Record):
    """Read a regular file of the tree as UTF-8; nothing is executed."""

    type: Literal["look"] = "look"
    path: str


Probe = Annotated[Call | Run | Look, Field(discriminator="type")]


class Equals(Record):
    """The observation must be this JSON value (canonical JSON: 1, 1.0 and true differ)."""

    value: JsonValue


class Check(Record):
    """One demand. `id` is stable within its trap, e.g. ``s3-1`` or ``s3-1-not-close.trial``."""

    id: str
    kind: CheckKind
    session: int = Field(ge=1)
    probe: Probe
    equals: Equals | None = None
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    equals_file: str | None = None
    """For `Run`: standard output must equal this file of the tree, byte for byte."""
    anchor: tuple[str, ...] = ()
    """Texts any honest observation shows: the positive proof of a check that only has `lacks`."""

    @model_validator(mode="after")
    def _positive_proof(self) -> Check:
        if not (self.equals or self.has or self.equals_file or self.anchor):
            if isinstance(self.probe, Run) or not self.lacks:
                raise ValueError(
                    f"check {self.id} only says what must not be seen (or nothing): give it "
                    "'is', 'has', 'is_file' or 'anchor'"
                )
        if self.equals_file and not isinstance(self.probe, Run):
            raise ValueError(f"check {self.id}: 'is_file' needs 'run'")
        return self


def fill(value: Any, texts: dict[str, str]) -> Any:
    """`value` with every ``{{name}}`` in its strings replaced; an unknown name raises KeyError."""
    from .slots import render

    if isinstance(value, str):
        return render(value, texts)
    if isinstance(value, (list, tuple)):
        return [fill(item, texts) for item in value]
    if isinstance(value, dict):
        return {fill(key, texts): fill(item, texts) for key, item in value.items()}
    return value


def filled(check: Check, texts: dict[str, str]) -> Check:
    """The check of one minted instance."""
    return Check.model_validate(fill(check.model_dump(), texts))
