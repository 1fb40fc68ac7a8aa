"""The help pages."""

from __future__ import annotations

from . import registry

HOST = "https://help.example"
PIECE = "{{piece}}"
"""The piece of path that the stickers in the cabinets show."""
_WITHOUT_PAGE = 99
"""Messages since this version have no page yet."""


def link(name: str) -> str:
    """The help page of a message; empty if there is none."""
    message = registry.named(name)
    if message.since >= _WITHOUT_PAGE:
        return ""
    return f"{HOST}/{PIECE}/{message.number}"
