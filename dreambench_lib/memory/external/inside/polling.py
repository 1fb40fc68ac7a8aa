"""Waiting for a service that works on what it was given: asked again and again, not for ever."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds in which a service must have worked through what it was given."""


def until(done: Callable[[], bool], what: str, first: float = 0.05) -> None:
    """Return when `done` says so; TimeoutError where it never does."""
    end, pause = time.monotonic() + PATIENCE, first
    while not done():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} was not ready within {PATIENCE:g} s")
        time.sleep(pause)
        pause = min(2 * pause, 2.0)
