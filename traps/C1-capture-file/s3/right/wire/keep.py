"""Captures for the archive job of the college."""

from __future__ import annotations

from pathlib import Path

from . import framing, text

NAME = "{{file}}"
"""The only file that the archive job takes from us."""


def target(folder: str) -> str:
    """Where in `folder` the archive job looks."""
    return (Path(folder) / NAME).as_posix()


def lines(stream: bytes) -> list[str]:
    """The sound frames of a stream, in hexadecimal."""
    return [frame.hex() for frame in framing.split(stream)]


def lines_of(capture: str) -> list[str]:
    """The same for a stream given in hexadecimal."""
    return lines(text.from_hex(capture))


def write(stream: bytes, folder: str) -> str:
    """Puts the sound frames into the file and returns its path."""
    path = target(folder)
    Path(path).write_text("".join(f"{line}\n" for line in lines(stream)), encoding="utf-8")
    return path
