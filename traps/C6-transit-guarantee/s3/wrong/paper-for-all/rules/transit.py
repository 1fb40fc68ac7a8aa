"""Papers for consignments that cross a country on their way."""

from .records import MISSING, Record, lookup

GUARANTEE = "{{bond}}"
"""The security under which they travel."""


def guarantee() -> str:
    """The number of our transit guarantee."""
    return GUARANTEE


def paper(record: Record) -> list[str]:
    """The lines that the crossing wants to see; none if no country is crossed."""
    crossed = lookup(record, "transit")
    if crossed is MISSING:
        return []
    return [
        f"transit {record['id']}",
        f"to {lookup(record, 'receiver.country')}",
        *(f"via {country}" for country in crossed),
        f"guarantee {guarantee()}",
    ]
