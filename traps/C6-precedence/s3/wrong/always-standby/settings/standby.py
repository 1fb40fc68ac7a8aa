"""The standby pool: where a desk without a configured pool goes."""

from __future__ import annotations

POOL = "{{pool}}"
ORIGIN = "standby"


def pool(given: str) -> str:
    """The pool to use: `given`, or the standby pool where that is empty."""
    return POOL
