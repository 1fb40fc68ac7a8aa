"""What an agent is told for a desk's answer."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A desk's status, the status an agent gets for it, and the words that go with it."""

    desk: int
    agent: int
    words: str


ROWS = (
    Row(200, 200, "done"),
    Row(201, 201, "entered"),
    Row(400, 422, "the desk cannot read this"),
    Row(403, 403, "not for this agent"),
    Row(404, 404, "unknown to the desk"),
    Row(409, 409, "contradicts an earlier message"),
    Row(500, 502, "the desk is out of order"),
    Row(502, 502, "the desk is out of order"),
    Row(503, 503, "the desk is busy"),
    Row(504, 504, "the desk does not answer"),
)
_BY_DESK = {row.desk: row for row in ROWS}


def row(status: int) -> Row:
    """The row of a desk's status; what is not listed counts like 200, 400 or 500."""
    if status in _BY_DESK:
        return _BY_DESK[status]
    return _BY_DESK[200 if status < 300 else 400 if status < 500 else 500]


def listing() -> list[str]:
    """One line per row: desk's status, agent's status, words."""
    return [f"{row.desk}  {row.agent}  {row.words}" for row in ROWS]
