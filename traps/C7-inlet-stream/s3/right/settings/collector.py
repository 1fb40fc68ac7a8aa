"""The collector of log lines, as desks reach it."""

from __future__ import annotations

INLET = "{{inlet}}"
STREAM = "{{stream}}"


def address() -> str:
    """Where a desk sends its log lines unless it is told otherwise."""
    return f"tcp://{INLET}/{STREAM}"
