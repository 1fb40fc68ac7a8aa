"""Captures for the eye: one line per frame."""

from __future__ import annotations

from . import emergency, framing, text
from .errors import WireError
from .fields import Value
from .model import Message


def shown(value: Value, unit: str = "") -> str:
    """A value with its unit; flags are words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value} {unit}".rstrip()


def fields(message: Message, values: dict[str, Value]) -> str:
    """``name value`` for each field, separated by commas."""
    return ", ".join(
        f"{field.name} {shown(values[field.name], field.unit)}" for field in message.fields
    )


def line(frame: bytes) -> str:
    """One frame as a line; a number that nobody knows is shown with its bytes."""
    content = framing.unwrap(frame)
    try:
        message, values = text.read(content)
    except WireError:
        return ""
    return f"v{content.version} {message.name}: {fields(message, values)}"


def urgent(frame: bytes) -> bool:
    """Whether a frame is an urgent alarm."""
    try:
        message, values = text.read(framing.unwrap(frame))
    except WireError:
        return False
    return message.name == "Alarm" and bool(values["urgent"])


def lines(stream: bytes) -> list[str]:
    """A line for each sound frame of a stream, and the order behind an urgent alarm."""
    found = []
    for frame in framing.split(stream):
        found.append(line(frame))
        if urgent(frame):
            found.append(f"-> {emergency.order()}")
    return found


def lines_of(capture: str) -> list[str]:
    """The same for a stream given in hexadecimal."""
    return lines(text.from_hex(capture))
