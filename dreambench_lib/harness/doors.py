"""Which models can be reached, by whom: the parties' doors and the judges, as far as one can tell
without sending anything.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..forgetting.judges.protocols import LITERAL, PROTOCOLS
from ..forgetting.judges.spec import read_spec
from ..models import Endpoint
from .gateway.gate import Party
from .gateway.prices import read_prices


class State(NamedTuple):
    """One door or judge."""

    kind: str
    name: str
    ready: bool
    detail: str
    """What to do when something is missing; what it is when it is ready."""


DOORS: dict[Party, str] = {
    "wake": "dreambench run --model NAME",
    "sleep": "dreambench run --memory-model NAME",
    "vendor": "dreambench run --memory-model NAME",
    "judge": "dreambench memora judge --judges FILE",
}
"""Each party with the command that opens its door."""


def doors() -> Iterator[State]:
    """The parties with the key of the default endpoint; another is named with the command."""
    end = Endpoint(model="any")
    for party, command in DOORS.items():
        missing = _missing(end)
        how = f"{command} --base-url URL --key-env VARIABLE" if party != "judge" else command
        yield State("door", party, not missing, (missing and f"{missing}, or {how}") or command)


def judges(file: Path | None = None) -> Iterator[State]:
    """The literal judge and the protocols; with a file also its judges, one by one.

    Raises:
        BadInput: the file cannot be read.
    """
    yield State("judge", LITERAL.name, True, LITERAL.meaning)
    spec = read_spec(file) if file else None
    ready = 0
    for one in spec.judge if spec else ():
        missing = _missing(one)
        ready += not missing
        yield State("judge", one.name, not missing, missing or f"{one.model} at {one.base_url}")
    for rule in PROTOCOLS.values():
        if rule is LITERAL:
            continue
        if spec is None:
            lacks = "name the judges in a file: dreambench doctor --judges judges.toml"
        elif len(spec.judge) != rule.configured:
            lacks = f"takes {rule.configured} judges, and {file} has {len(spec.judge)}"
        elif ready < rule.start:
            lacks = f"{ready} judges are ready, and it starts with {rule.start}"
        else:
            lacks = ""
        yield State("protocol", rule.name, not lacks, lacks or rule.meaning)


def prices() -> State:
    """What comes with the project is an example: a budget in money needs a file of one's own."""
    known = ", ".join(price.model for price in read_prices())
    return State(
        "prices", "example", True,
        f"prices {known} only: for money of other models copy it, dreambench run --prices FILE",
    )  # fmt: skip


def _missing(end: Endpoint) -> str:
    if end.key_env and not os.environ.get(end.key_env):
        return f"export {end.key_env}=…"
    return ""
