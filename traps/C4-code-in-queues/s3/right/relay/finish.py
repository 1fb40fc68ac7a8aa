"""The headers that every answer carries."""

from __future__ import annotations

from .headers import Headers
from .message import Response

CODE = "{{code}}"
SERVER = f"harbour-relay/{CODE}"


def headers(desk: str) -> dict[str, str]:
    """The standing headers of an answer that comes from `desk` (empty: from ourselves)."""
    found = {"Server": SERVER, "Cache-Control": "no-store"}
    if desk == "tides":
        found["Cache-Control"] = "max-age=600"
    return found


def finish(response: Response, desk: str = "") -> Response:
    """`response` with the standing headers; what it already says is kept."""
    return Response(
        response.status, Headers({**headers(desk), **response.headers}), response.body
    )
