"""`dreambench traps review` writes blind sheets; `review merge` says what filled tables hold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..errors import BadInput
from .trap_options import AsJson, Key, Set, chosen

SHEETS = "Example:  dreambench traps review --out runs/review"
MERGE = "Example:  dreambench traps review merge runs/review/*.csv"
STORED = "reviews"
"""Folder beside the traps where filled tables are kept."""

app = typer.Typer()


@app.callback(invoke_without_command=True, epilog=SHEETS)
def sheets(
    context: typer.Context,
    which: Set = "all",
    out: Annotated[Path, typer.Option(help="Folder to write.")] = Path("runs/review"),
    key: Key = None,
) -> None:
    """Write one HTML page per trap and review.csv to fill, both blind to the author's label.

    'review merge' reads the filled tables.
    """
    if context.invoked_subcommand:
        return
    from ..traps.keys import fresh_key, parse_key
    from ..traps.review import write_sheets
    from . import show

    traps = chosen(context.obj, (), which)
    written = write_sheets(traps.values(), out, parse_key(key or fresh_key()))
    show.console.print(f"{len(written) - 1} sheets and {written[-1]}")


@app.command("merge", epilog=MERGE)
def merge_(
    context: typer.Context,
    tables: Annotated[
        list[Path] | None, typer.Argument(help="Filled tables (default: traps/reviews/*.csv).")
    ] = None,
    which: Set = "all",
    as_json: AsJson = False,
) -> None:
    """Agreement and kappa over reviewers, what is unresolved, and what may be claimed."""
    from ..traps.load import ROOT
    from ..traps.review import coverage, merge
    from . import show

    root: Path = context.obj or ROOT
    found = tables or sorted((root / STORED).glob("*.csv"))
    for table in found:
        if not table.is_file():
            raise BadInput(f"there is no table {table}: name filled copies of review.csv")
    traps = list(chosen(context.obj, (), which).values())
    merged = merge(found, traps)
    data = {
        "tables": len(found),
        "agreement": [
            {**row._asdict(), "kappa": None if row.kappa is None else float(row.kappa)}
            for row in merged.agreements
        ],
        "unresolved": [row._asdict() for row in merged.unresolved(traps)],
        "stale": list(merged.stale),
        "coverage": [row._asdict() for row in coverage(merged, traps)],
    }
    if as_json:
        show.as_json(data)
        return
    reviewers = max((row.reviewers for row in merged.agreements), default=0)
    show.console.print(
        f"{len(found)} tables by {reviewers} people"
        if reviewers
        else "No trap was audited by people yet: no claim about a single construct is made."
    )
    for name in ("agreement", "unresolved", "coverage"):
        rows = data[name]
        assert isinstance(rows, list)
        if rows and (name != "agreement" or reviewers):
            show.table(name, list(rows[0]), [list(row.values()) for row in rows])
    if merged.stale:
        show.console.print(f"of edited or dropped traps: {', '.join(merged.stale)}")
