"""`dreambench cache show|prune`: the verdicts kept between runs."""

from __future__ import annotations

import typer

from . import show

cache = typer.Typer(no_args_is_help=True, help="Cached verdicts, in your cache folder.")


def register(app: typer.Typer) -> None:
    app.add_typer(cache, name="cache")


@cache.command("show", epilog="Example:  dreambench cache show --json")
def show_cache(as_json: bool = typer.Option(False, "--json", help="Print as JSON.")) -> None:
    """Where the cache is, how many verdicts it holds, how large it is."""
    from ..harness.run import cache_folder
    from ..harness.verdict_cache import VerdictCache

    folder = cache_folder()
    stats = VerdictCache(folder).stats()
    facts = {"folder": str(folder), "verdicts": stats.verdicts, "bytes": stats.bytes}
    if as_json:
        show.as_json(facts)
    else:
        show.table("Verdict cache", ["folder", "verdicts", "bytes"], [list(facts.values())])


@cache.command("prune", epilog="Example:  dreambench cache prune --days 30")
def prune(
    days: float = typer.Option(0.0, min=0.0, help="Only those written more than DAYS ago."),
) -> None:
    """Delete cached verdicts (default: all); runs judge anew."""
    from ..harness.run import cache_folder
    from ..harness.verdict_cache import VerdictCache

    removed = VerdictCache(cache_folder()).prune(days)
    show.console.print(f"{removed} cached verdicts deleted")
