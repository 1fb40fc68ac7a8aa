"""Print the page about the columns of a roster."""

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

HEAD = """\
# Columns of a roster

A roster is a CSV file in UTF-8 with a heading. Its columns may stand in any order; the ones that
are not needed may be left out.
"""

FOOT = """\
A date is written 2026-06-08, a clock time 06:00, and minutes are a whole number. A word has no
blanks in it.

Approved by the labour inspectorate as {{approval}}.
"""


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n"


def table(columns: list[dict]) -> str:
    out = row("Column", "Title", "Kind", "Needed", "Meaning") + row(*["---"] * 5)
    for column in columns:
        needed = "yes" if column["needed"] else "no"
        out += row(f"`{column['name']}`", column["title"], column["kind"], needed, column["says"])
    return out


def main() -> int:
    with open(ROOT / "data" / "columns.toml", "rb") as stream:
        columns = tomllib.load(stream)["column"]
    sys.stdout.write(f"{HEAD}\n{table(columns)}\n{FOOT}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
