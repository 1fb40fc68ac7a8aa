"""The trap set's version: what decides whether two runs' outcomes are comparable."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..canonical import sha256
from ..traps.admission import template_digest
from ..traps.pressure import NONE, Dials
from ..traps.pressure.dials import VERSION
from ..traps.template import Template
from .referee import REFEREE_VERSION

MINT_VERSION = 1
"""Raised when the same key would mint anything else from the same template."""


def trap_set_digest(templates: Iterable[Template], dials: Dials = NONE) -> str:
    """Digest over traps (order does not matter), the mint, the referee, and what presses."""
    whole: dict[str, Any] = {
        "traps": {trap.id: template_digest(trap) for trap in templates},
        "mint": MINT_VERSION,
        "referee": REFEREE_VERSION,
    }
    if dials:
        whole["dials"] = {**dials.model_dump(), "fillers": VERSION}
    return sha256(whole)
