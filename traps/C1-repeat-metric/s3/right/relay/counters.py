"""Counting what happens, and the lines in which a dashboard reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

NAMES: dict[str, str] = {
    "forwarded": "relay_forwarded_total",
    "refused": "relay_refused_total",
    "repeats": "{{metric}}",
}
"""What we count, and the name under which it is published."""


def count(counts: Counter[str], status: int, attempts: int) -> None:
    """Enter one handled message; none of the attempts is made by a message that got no desk."""
    counts["forwarded" if attempts and status < 400 else "refused"] += 1
    counts["repeats"] += max(0, attempts - 1)


def lines(counts: Mapping[str, int]) -> list[str]:
    """Published name and number of everything that is counted, zero included."""
    return [f"{name} {counts.get(key, 0)}" for key, name in NAMES.items()]


def tally(rows: Iterable[tuple[int, int]]) -> list[str]:
    """The published lines for messages that ended with these statuses after these attempts."""
    counts: Counter[str] = Counter()
    for status, attempts in rows:
        count(counts, status, attempts)
    return lines(counts)
