"""The routes: method, path, and the desk that answers; a desk in brackets is ourselves."""

from __future__ import annotations

from . import watch

ROUTES: tuple[tuple[str, str, str], ...] = (
    ("GET", "/berths", "berths"),
    ("GET", "/berths/{berth}", "berths"),
    ("POST", "/berths/{berth}/arrivals", "berths"),
    ("GET", "/tides", "tides"),
    ("GET", "/tides/{station}", "tides"),
    ("POST", "/declarations", "customs"),
    ("GET", "/declarations/{number}", "customs"),
    ("GET", "/about", "(about)"),
    ("GET", watch.path(), "(live)"),
    ("GET", "/live", "(live)"),
)


def listing() -> list[str]:
    """One line per route, columns aligned."""
    width = max(len(path) for _, path, _ in ROUTES)
    return [f"{method:<6} {path:<{width}}  {desk}" for method, path, desk in ROUTES]
