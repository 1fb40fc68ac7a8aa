"""The trap set's version: what decides whether two runs' outcomes are comparable."""

from __future__ import annotations

from collections.abc import Iterable

from ..canonical import sha256
from ..traps.admission import template_digest
from ..traps.template import Template
from .referee import REFEREE_VERSION

MINT_VERSION = 1
"""Raised when the same key would mint anything else from the same template."""


def trap_set_digest(templates: Iterable[Template]) -> str:
    """Digest over traps (order does not matter), the mint and the referee."""
    return sha256(
        {
            "traps": {trap.id: template_digest(trap) for trap in templates},
            "mint": MINT_VERSION,
            "referee": REFEREE_VERSION,
        }
    )
