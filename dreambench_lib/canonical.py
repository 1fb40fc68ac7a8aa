"""Canonical JSON and digests: the same value always gives the same bytes."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pydantic import BaseModel


def canonical(value: Any) -> str:
    """Compact JSON with sorted keys, ASCII only; NaN and infinities are refused.

    >>> canonical({"b": 1, "a": True})
    '{"a":true,"b":1}'
    """
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json")
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False
    )


def sha256(value: Any) -> str:
    """SHA-256 (hex) of `value`: bytes and text as they are, anything else as canonical JSON."""
    data = value if isinstance(value, bytes) else None
    if data is None:
        data = (value if isinstance(value, str) else canonical(value)).encode()
    return hashlib.sha256(data).hexdigest()
