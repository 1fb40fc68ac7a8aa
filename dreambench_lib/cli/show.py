"""What several commands share: JSON out, tables, comma lists, a progress bar."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ..errors import BadInput

if TYPE_CHECKING:
    from ..harness.verify import Finding
    from ..records import Budget

_WIDE = None if sys.stdout.isatty() else 160
console = Console(highlight=False, width=_WIDE, markup=False)
"""Standard output; piped, tables are wide enough not to fold."""
errors = Console(stderr=True, highlight=False, markup=False)


def as_json(value: Any) -> None:
    """Print `value` as JSON on standard output, nothing else."""
    print(json.dumps(value, indent=1, ensure_ascii=False))


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows as a table; numbers are right-aligned."""
    rows = [list(row) for row in rows]
    drawn = Table(title=title, title_justify="left")
    for place, column in enumerate(columns):
        number = bool(rows) and all(isinstance(row[place], int | float) for row in rows)
        drawn.add_column(column, justify="right" if number else "left", overflow="fold")
    for row in rows:
        # As text: a cell may hold brackets, which a string would lose as markup.
        drawn.add_row(*(Text(str(cell)) for cell in row))
    console.print(drawn)


def findings(
    title: str, found: Iterable[Finding], words: tuple[str, str], json_wanted: bool
) -> None:
    """Print what was checked, as a table or JSON, and end: exit 1 if anything fails.

    Args:
        words: What a check that passed is called, and one that failed.
    """
    listed = list(found)
    passed = all(one.passed for one in listed)
    if json_wanted:
        as_json({"passed": passed, "findings": [one._asdict() for one in listed]})
    else:
        rows = [[one.what, words[not one.passed], one.detail] for one in listed]
        table(title, ["what", "result", "detail"], rows)
    raise typer.Exit(0 if passed else 1)


def words(text: str | None) -> list[str] | None:
    """``a,b`` as a list; None stays None."""
    return None if text is None else [word.strip() for word in text.split(",") if word.strip()]


def numbers(text: str | None, what: str) -> list[int] | None:
    """``1,2,3`` as integers; BadInput names the one that is none."""
    if text is None:
        return None
    out = []
    for word in words(text) or []:
        if not word.lstrip("-").isdigit():
            raise BadInput(f"{what} {word!r} is not a whole number: write e.g. 1,2,3")
        out.append(int(word))
    return out


def budget(text: str | None) -> Budget | None:
    """``items,words`` as a budget; None stays None."""
    from ..records import Budget

    if text is None:
        return None
    parts = numbers(text, "budget") or []
    if len(parts) != 2 or min(parts) < 0:
        raise BadInput(f"budget {text!r} is not items,words: write e.g. 6,1200")
    return Budget(items=parts[0], words=parts[1])


def progress() -> Progress:
    """A progress bar on standard error, gone when done."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )
