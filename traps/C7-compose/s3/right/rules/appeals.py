"""Where a sender may object to a refusal."""

DESK = "{{desk}}"
"""The appeals desk at head office."""

KEY = "{{key}}"
"""Tells the desk which hub the objection is about."""


def reference() -> str:
    """What an objection has to be addressed to."""
    return f"{DESK}:{KEY}"
