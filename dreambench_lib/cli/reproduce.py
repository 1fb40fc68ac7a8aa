"""`dreambench reproduce`: run the notebooks as a batch, with pages, tables, figures and records."""

from __future__ import annotations

import typer

from . import show


def register(app: typer.Typer) -> None:
    app.command("reproduce", epilog="Example:  dreambench reproduce --source published --only 04")(
        reproduce
    )


def reproduce(
    source: str | None = typer.Option(
        None, help="Run outcomes and tests on this source only: published, a run, a folder."
    ),
    only: str | None = typer.Option(None, help="Just these notebooks, e.g. 03,04-tests."),
    workers: int = typer.Option(2, min=1, help="Notebooks at a time, each in its own process."),
    force: bool = typer.Option(False, help="Run the whole batch even if nothing changed."),
    as_json: bool = typer.Option(False, "--json", help="Print pages and records as JSON."),
) -> None:
    """Run the notebooks; pages go to paper/rendered, records to paper/records.

    Without a source: the whole batch, in the order that the notebooks need; it is kept as it
    stands when neither code, data nor notebooks have changed since it last ran.
    """
    from ..report.pipeline import reproduce as run
    from ..report.steps import Step

    with show.progress() as bar:
        task = bar.add_task("notebooks", total=None, note="")

        def tell(step: Step, done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, note=step.name)

        found = run(source, show.words(only) or (), workers=workers, progress=tell, force=force)
    if as_json:
        show.as_json([one._asdict() for one in found])
        return
    show.table(
        "Kept: nothing has changed (--force runs it again)" if found[0].kept else "Ran",
        ["notebook", "page", "records"],
        [[f.step, f.html, len(f.records)] for f in found],
    )
