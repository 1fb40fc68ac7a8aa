"""Frames as people type and read them: hexadecimal in, hexadecimal or fields out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from . import codec, framing, registry
from .errors import WireError
from .fields import Value
from .framing import Frame
from .model import Message
from .versions import LATEST


def from_hex(text: str) -> bytes:
    """The bytes of a hexadecimal text; blanks and line ends do not count."""
    try:
        return bytes.fromhex("".join(text.split()))
    except ValueError:
        raise WireError("not hexadecimal: an even number of digits 0-9, a-f is needed") from None


def capture(path: str | Path) -> bytes:
    """The bytes of a capture; lines that start with `#` are remarks."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return from_hex(" ".join(line for line in lines if not line.startswith("#")))


def encoded(name: str, values: Mapping[str, Value], version: int = LATEST) -> str:
    """The frame of a message, in hexadecimal."""
    message = registry.named(name)
    if message.since > version:
        raise WireError(f"{message.name} exists since version {message.since}, not {version}")
    return framing.wrap(message.number, codec.pack(message, values), version).hex()


def read(frame: Frame) -> tuple[Message, dict[str, Value]]:
    """The message in a frame, and its values."""
    message = registry.numbered(frame.number)
    return message, codec.unpack(message, frame.body)


def decoded(text: str) -> dict[str, Value]:
    """The values in one frame, with the message's name in front."""
    message, values = read(framing.unwrap(from_hex(text)))
    return values
