"""`dreambench view`: a run as pages that open in a browser, without a server."""

from __future__ import annotations

from pathlib import Path

import typer

from . import show


def register(app: typer.Typer) -> None:
    app.command("view", epilog=EXAMPLE)(view)


EXAMPLE = (
    "Examples:  dreambench view offline-60   |   "
    "dreambench view offline-60 --conditions DF-hybrid-rules B5 --out /tmp/pages --no-open"
)


def view(
    run: str = typer.Argument(help="A run's name or folder."),
    out: Path | None = typer.Option(
        None, help="Where the pages go; by default below the user's cache."
    ),
    no_open: bool = typer.Option(False, "--no-open", help="Only write them and print the place."),
    conditions: tuple[str, str] | None = typer.Option(
        None, help="Two conditions to compare, square by square."
    ),
    against: str | None = typer.Option(None, help="Another run to compare with."),
    stored: bool | None = typer.Option(
        None,
        "--stored/--no-stored",
        help="Live every memory through again, to say what it stored (some 20 ms a cell); by "
        "default where a run has at most 1,000 cells.",
    ),
    traps_dir: Path | None = typer.Option(
        None, "--traps", help="The folder of a run's private traps."
    ),
) -> None:
    """Every outcome of a run and, behind each, the whole story: what was told, recalled and judged.

    The folder holds everything, asks nothing of any network, and may be sent to somebody. It
    reveals what was sealed: expectations, and which facts mislead.
    """
    import webbrowser

    from platformdirs import user_cache_path

    from ..harness.places import find_run
    from ..report.viewer import open_source, write_site

    source = open_source(find_run(run), traps_dir)
    other = open_source(find_run(against), traps_dir) if against else None
    folder = out or user_cache_path("dreambench") / "view" / source.outcomes.name
    with show.progress() as bar:
        task = bar.add_task("telling cells", total=source.outcomes.planned, note="")
        site = write_site(
            source,
            folder,
            conditions=conditions,
            against=other,
            stored=stored,
            said=lambda done, planned: bar.update(task, completed=done, total=planned),
        )
    show.console.print(f"{site.cells:,} cells, {source.outcomes.label}, {site.bytes / 1e6:.1f} MB")
    if source.plan is not None and not site.stored:
        show.console.print("what memories stored is left out: --stored lives them through again")
    show.console.print(str(site.start))
    if not no_open:
        webbrowser.open(site.start.resolve().as_uri())
