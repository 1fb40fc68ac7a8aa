"""The whole way of a message."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import acks, fallback, local, problems, statuses
from .errors import RelayError
from .finish import finish
from .forward import Scripted, Transport, deliver
from .message import Request, Response, request_from
from .outgoing import outgoing
from .retry import Policy
from .routes import ROUTES
from .routing import Router

ROUTER = Router(ROUTES)


@dataclass(frozen=True)
class Handled:
    """The answer to a message, which desk gave it and in how many attempts."""

    response: Response
    desk: str = ""
    attempts: int = 0


def _answer(request: Request, desk: str, response: Response, serial: int) -> Response:
    row = statuses.row(response.status)
    if row.agent >= 400:
        found = problems.problem(row.agent, row.words)
        if keeper := fallback.keeper(desk, row.agent):
            found.headers["X-Kept-By"] = keeper
        return found
    if request.method == "GET":
        return Response(row.agent, response.headers, response.body)
    level = acks.urgency(request.headers.get("X-Urgency"))
    return Response(row.agent, response.headers, acks.body(desk, serial, level))


def handle(
    request: Request, transport: Transport, policy: Policy | None = None, serial: int = 1
) -> Handled:
    """Route `request`, hand it to its desk and put the answer into our words."""
    try:
        match = ROUTER.match(request)
    except RelayError as fault:
        return Handled(finish(problems.from_error(fault)))
    if match.desk in local.LOCAL:
        return Handled(finish(local.LOCAL[match.desk](request)))
    sent = outgoing(request, match.desk, serial)
    delivery = deliver(sent, transport, policy or Policy(attempts=1))
    answer = _answer(request, match.desk, delivery.response, serial)
    return Handled(finish(answer, match.desk), match.desk, delivery.attempts)


def answer(plain: dict[str, Any], upstream: list[int] | None = None) -> dict[str, Any]:
    """Handle the message `plain`; the desk answers with the statuses `upstream`, then with 200."""
    return handle(request_from(plain), Scripted(upstream)).response.plain()
