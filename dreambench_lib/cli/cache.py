"""`dreambench cache show|prune`: the verdicts and cells kept between runs."""

from __future__ import annotations

import typer

from . import show

cache = typer.Typer(no_args_is_help=True, help="Cached verdicts and cells, in your cache folder.")


def register(app: typer.Typer) -> None:
    app.add_typer(cache, name="cache")


@cache.command("show", epilog="Example:  dreambench cache show --json")
def show_cache(as_json: bool = typer.Option(False, "--json", help="Print as JSON.")) -> None:
    """Where the cache is, how many verdicts and cells it holds, how large it is.

    Cells are kept of runs whose key was given, where no model and no code of yours worked in them.
    """
    from ..harness.cell_cache import CellCache
    from ..harness.run import cache_folder
    from ..harness.verdict_cache import VerdictCache
    from ..harness.work import cells_folder

    folder = cache_folder()
    stats = VerdictCache(folder).stats()
    cells, cells_bytes = CellCache(cells_folder(folder)).size()
    facts = {"folder": str(folder), "verdicts": stats.verdicts, "bytes": stats.bytes}
    if as_json:
        show.as_json({**facts, "cells": cells, "cells_bytes": cells_bytes})
        return
    rows = [[*facts.values()], [str(cells_folder(folder)), cells, cells_bytes]]
    show.table("Cache", ["folder", "entries", "bytes"], rows)


@cache.command("prune", epilog="Example:  dreambench cache prune --days 30")
def prune(
    days: float = typer.Option(0.0, min=0.0, help="Only those written more than DAYS ago."),
) -> None:
    """Delete cached verdicts and cells (default: all); runs work and judge anew."""
    from ..harness.cell_cache import CellCache
    from ..harness.run import cache_folder
    from ..harness.verdict_cache import VerdictCache
    from ..harness.work import cells_folder

    folder = cache_folder()
    removed = VerdictCache(folder).prune(days)
    cells = CellCache(cells_folder(folder)).prune(days)
    show.console.print(f"{removed} cached verdicts and {cells} cells deleted")
