"""Outcomes in CSV or TSV: one row an outcome, columns by name."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from dreambench_lib.errors import BadInput
from dreambench_lib.report.outcomes.tidy import ROLES, Outcomes, Row, roles_of, tidy


def recognises(path: Path) -> bool:
    """Whether a path is such a file, by its ending."""
    return path.suffix.lower() in (".csv", ".tsv")


def read(path: Path, columns: Mapping[str, str] | None = None) -> Outcomes:
    """The outcomes of a CSV file; a replicate column may be left out if no cell comes twice."""
    delimiter = "\t" if path.suffix.lower() == ".tsv" else ","
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            table = csv.DictReader(file, delimiter=delimiter)
            heads = list(table.fieldnames or ())
            return tidy(rows(table, heads, path.name, columns), path.name)
    except (OSError, UnicodeDecodeError, csv.Error) as fault:
        reason = getattr(fault, "strerror", None) or fault
        raise BadInput(f"{path.name} cannot be read ({reason}): give a UTF-8 CSV file") from None


def rows(
    table: Iterable[Mapping[str, Any]],
    heads: list[str],
    source: str,
    columns: Mapping[str, str] | None,
) -> Iterator[Row]:
    """The table's rows by role; line 1 holds the heads."""
    names = roles_of(columns, {role: role for role in ROLES})
    for role, name in names.items():
        optional = role == "replicate" and name not in (columns or {}).values()
        if name not in heads and not optional:
            raise BadInput(
                f"{source} has no column {name!r}: say which one is the {role} "
                f"(--columns {role}=NAME; there are {', '.join(heads) or 'none'})"
            )
    for line, row in enumerate(table, 2):
        system, cluster, replicate = (
            _text(row.get(names[role], "1" if role == "replicate" else "")) for role in ROLES[:3]
        )
        yield Row(f"line {line}", system, cluster, replicate, row[names["score"]])


def _text(value: Any) -> str:
    """A name or number as text; a whole number that a data frame made a float is whole again."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None or value != value else str(value).strip()
