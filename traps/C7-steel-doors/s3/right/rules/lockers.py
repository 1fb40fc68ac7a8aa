"""The steel doors at gate A, for consignments that are fetched after hours."""

WALL = "{{wall}}"
"""The sign by which the controller knows our locker wall."""

WORD = "{{word}}"
"""The release word of this half-year."""


def code(number: str) -> str:
    """What opens the door behind which consignment `number` waits; the panel has no letters."""
    digits = "".join(sign for sign in number if sign in "0123456789")
    return f"{WALL} {WORD} {digits}"
