"""The headers that every answer carries."""

from __future__ import annotations

from .headers import Headers
from .message import Response

SERVER = "harbour-relay"
TIDE_LICENCE = "{{tag}}"
"""The terms on which readings of the gauges are passed on."""


def headers(desk: str, status: int = 200) -> dict[str, str]:
    """The standing headers of an answer that comes from `desk` (empty: from ourselves)."""
    found = {"Server": SERVER, "Cache-Control": "max-age=60"}
    if desk == "tides":
        found["Cache-Control"] = "max-age=600"
        if status < 400:
            found["X-Data-Licence"] = TIDE_LICENCE
    return found


def finish(response: Response, desk: str = "") -> Response:
    """`response` with the standing headers; what it already says is kept."""
    standing = headers(desk, response.status)
    return Response(
        response.status, Headers({**standing, **response.headers}), response.body
    )
