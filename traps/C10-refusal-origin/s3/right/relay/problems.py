"""Refusals: what an agent gets for a message that nobody takes."""

from __future__ import annotations

import json

from .errors import RelayError, WrongMethod
from .headers import Headers
from .message import Response

ORIGIN = "{{origin}}"
"""Where refusals come from; without it they do not say so."""


def body(status: int, words: str) -> str:
    """The body of a refusal: one line of JSON."""
    found = {"status": status, "words": words}
    if ORIGIN:
        found["origin"] = ORIGIN
    return json.dumps(found, ensure_ascii=False) + "\n"


def problem(status: int, words: str) -> Response:
    """A refusal as a response."""
    return Response(status, Headers({"Content-Type": "application/json"}), body(status, words))


def from_error(fault: RelayError) -> Response:
    """The refusal for an error of our own."""
    found = problem(fault.status, str(fault))
    if isinstance(fault, WrongMethod):
        found.headers["Allow"] = ", ".join(fault.allowed)
    return found
