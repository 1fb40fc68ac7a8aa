"""The request that a desk gets."""

from __future__ import annotations

from typing import Any

from . import desks, trace
from .headers import Headers
from .message import Request, request_from

HOP_BY_HOP = ("Connection", "Keep-Alive", "TE", "Upgrade")
"""Headers that end with us."""
PLAIN = "text/plain"
PROFILE = "{{profile}}"
"""Parameter of the content type; without one it is not sent."""


def described(headers: Headers, body: str) -> Headers:
    """`headers` with type and length of `body`, if there is any."""
    if body is not None:
        kind = headers.setdefault("Content-Type", PLAIN)
        if PROFILE:
            headers["Content-Type"] = f"{kind}; profile={PROFILE}"
        headers["Content-Length"] = str(len(body.encode()))
    return headers


def outgoing(request: Request, desk: str, serial: int = 1) -> Request:
    """`request` as it goes to `desk`."""
    headers = described(Headers(request.headers), request.body)
    for name in HOP_BY_HOP:
        headers.pop(name, None)
    headers["X-Mailbox"] = desks.mailbox(desk)
    headers["X-Trace"] = trace.number(serial)
    return Request(request.method, request.target, headers, request.body)


def headers_for(plain: dict[str, Any], desk: str, serial: int = 1) -> dict[str, str]:
    """The headers with which `desk` gets the message `plain`."""
    return dict(outgoing(request_from(plain), desk, serial).headers)
