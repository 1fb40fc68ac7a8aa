"""What we answer ourselves."""

from __future__ import annotations

from collections.abc import Callable

from . import desks
from .message import Request, Response


def about(request: Request) -> Response:
    """Who we are and whom we know."""
    return Response(200, body=f"relay of the harbour; desks: {', '.join(desks.MAILBOXES)}\n")


def live(request: Request) -> Response:
    """That we are there."""
    return Response(200, body="up\n")


LOCAL: dict[str, Callable[[Request], Response]] = {"(about)": about, "(live)": live}
