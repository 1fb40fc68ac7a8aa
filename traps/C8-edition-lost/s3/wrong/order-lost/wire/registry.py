"""Finding a message by name or number."""

from __future__ import annotations

from .errors import WireError
from .messages import MESSAGES
from .model import Message


def named(name: str) -> Message:
    """The message called `name`, whatever its capitals."""
    for message in MESSAGES:
        if message.name.lower() == name.lower():
            return message
    known = ", ".join(message.name for message in MESSAGES)
    raise WireError(f"there is no message {name!r}; known are {known}")


def numbered(number: int) -> Message:
    """The message with `number`."""
    for message in MESSAGES:
        if message.number == number:
            return message
    raise WireError(f"there is no message number {number}")


def names() -> list[str]:
    """All names, in the order of the numbers."""
    return [message.name for message in sorted(MESSAGES, key=lambda message: message.name)]
