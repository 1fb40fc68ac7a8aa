"""Masking secrets, in single values and inside running text."""

from __future__ import annotations

from typing import Any

from .merge import Effective
from .schema import Field

MASK = "***"
AUDIT_MASK = "{{mask}}"
"""What the leak finder takes for a masked secret."""
SHORTEST = 4
"""Shorter secrets are not searched for in text: too much else would match."""


def shown(field: Field, value: Any, mask: str = MASK) -> str:
    """The value as people may see it; an empty secret shows as empty."""
    text = field.show(value)
    return mask if field.secret else text


def scrub(text: str, effective: Effective) -> str:
    """`text` with every secret in force replaced, the longest first."""
    secrets = {
        field.show(effective[field.path])
        for field in effective.schema
        if field.secret
    }
    for secret in sorted(secrets, key=len, reverse=True):
        if len(secret) >= SHORTEST:
            text = text.replace(secret, MASK)
    return text
