"""The systems that were tried, and what stands in the way of those that do not run."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Literal

from dreambench_lib.records import Record


class Tried(Record):
    """One system as it was tried."""

    name: str
    version: str
    """The newest that a registry had, and that was tried; empty where there is none."""
    date: str
    """When, ISO 8601."""
    state: Literal["runs", "client only", "does not run"]
    happened: str
    """What was done, and what came of it."""
    missing: str = ""
    """What stands in the way; empty where it runs."""
    conditions: tuple[str, ...] = ()
    memora: bool = False
    """Whether it is one of the six memory agents of the Memora paper."""


def tried() -> list[Tried]:
    """Every system of the table, in its order.

    >>> [one.name for one in tried()][:2]
    ['Mem0', 'LangMem']
    """
    text = (resources.files(__package__) / "tried.toml").read_text(encoding="utf-8")
    return [Tried.model_validate(row) for row in tomllib.loads(text)["system"]]
