"""Signatures of messages, so that a desk knows that nobody has changed them on the way."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

from .message import Request, request_from

WORD = "{{word}}"
"""A line before all others; without one there is none."""


def signed_text(request: Request) -> str:
    """What is signed: method, target, agent and the digest of the body, a line each."""
    digest = hashlib.sha256(request.body.encode()).hexdigest()
    agent = request.headers.get("X-Agent", "-")
    start = [WORD] if WORD else []
    return "\n".join([*start, request.method, request.target, agent, digest])


def sign(request: Request, key: str) -> str:
    """The signature of `request` under `key`, in hexadecimal."""
    return hmac.new(key.encode(), signed_text(request).encode(), "sha256").hexdigest()


def verify(request: Request, key: str, signature: str) -> bool:
    """Whether `signature` is the one of `request` under `key`."""
    return hmac.compare_digest(sign(request, key), signature)


def text_for(plain: dict[str, Any]) -> str:
    """What is signed of the message `plain`."""
    return signed_text(request_from(plain))
