"""Prints the statuses as a sheet for agents."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from relay.statuses import ROWS  # noqa: E402

HEADING = "Answers of the relay"
REFERENCE = "{{ref}}"
"""Under which the archive keeps the sheet."""


def sheet() -> list[str]:
    """A heading, the reference, an empty line, and one line per status that agents can get."""
    told: dict[int, list[str]] = {}
    for row in ROWS:
        words = told.setdefault(row.agent, [])
        if row.words not in words:
            words.append(row.words)
    rows = [f"{status}  {'; '.join(told[status])}" for status in sorted(told)]
    return [HEADING, f"Reference {REFERENCE}", "", *rows]


if __name__ == "__main__":
    print("\n".join(sheet()))
