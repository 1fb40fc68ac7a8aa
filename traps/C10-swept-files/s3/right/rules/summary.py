"""The figures of a file in words, to be read aloud."""

from collections.abc import Iterable

WORDS = {"refuse": "refused", "hold": "held", "reroute": "rerouted", "accept": "accepted"}
"""How an outcome is called in a sentence."""

LAST = "{{foot}}"
"""Written after all else; empty if there is nothing to add."""


def sentences(counts: Iterable[tuple[str, int]]) -> list[str]:
    """The total, then every outcome with its number, in the order given."""
    pairs = list(counts)
    total = sum(number for _, number in pairs)
    lines = [f"{total or 'no'} consignment{'' if total == 1 else 's'}"]
    lines += [f"{number} {WORDS[outcome]}" for outcome, number in pairs]
    return [*lines, LAST] if LAST else lines
