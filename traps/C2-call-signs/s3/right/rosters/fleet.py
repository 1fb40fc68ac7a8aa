"""Vessels and quays."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache

from rosters.common import DATA, RosterError


@dataclass(frozen=True)
class Vessel:
    name: str
    kind: str
    home: str


@dataclass(frozen=True)
class Quay:
    name: str
    sign: str
    ramps: int


@lru_cache(maxsize=1)
def vessels() -> dict[str, Vessel]:
    """The fleet by name."""
    with open(DATA / "fleet.csv", encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    return {row["vessel"]: Vessel(row["vessel"], row["kind"], row["home"]) for row in rows}


@lru_cache(maxsize=1)
def quays() -> dict[str, Quay]:
    """The quays by name."""
    with open(DATA / "quays.csv", encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    return {row["quay"]: Quay(row["quay"], row["sign"], int(row["ramps"])) for row in rows}


def kind_of(vessel: str) -> str:
    """Whether a vessel is a ferry, a tug, a pilot boat or a steamer."""
    if vessel not in vessels():
        raise RosterError(f"there is no vessel {vessel!r}")
    return vessels()[vessel].kind


def sign_of(quay: str) -> str:
    """The call sign of a quay."""
    if quay not in quays():
        raise RosterError(f"there is no quay {quay!r}")
    return quays()[quay].sign


def quay_lines() -> list[str]:
    """All quays with call sign and ramps, for the wheelhouses."""
    width = max(map(len, quays()))
    return [f"{quay.name:<{width}}  {quay.sign}  {quay.ramps}" for quay in quays().values()]
