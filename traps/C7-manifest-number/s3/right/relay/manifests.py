"""Numbers of manifests."""

from __future__ import annotations

from typing import Any

from .errors import RelayError
from .message import request_from
from .routes import ROUTES
from .routing import Router

JOINT = "{{joint}}"
LEADS = "{{order}}"
"""The part that stands in front: ``ship`` or ``berth``."""
_ARRIVALS = Router(row for row in ROUTES if row[1].endswith("/arrivals"))


def number(berth: str, ship: str) -> str:
    """The number of the manifest of `ship` at `berth`."""
    name = "".join(ship.upper().split())
    return JOINT.join((name, berth) if LEADS == "ship" else (berth, name))


def header_for(plain: dict[str, Any]) -> str:
    """The number of the arrival that the message `plain` announces, or an empty text."""
    request = request_from(plain)
    ship = request.headers.get("X-Ship", "").strip()
    try:
        berth = _ARRIVALS.match(request).values["berth"]
    except RelayError:
        return ""
    return number(berth, ship) if ship else ""
