"""`dreambench seal`: close a finished run, reveal its key, and give it its root."""

from __future__ import annotations

from pathlib import Path

import typer

from . import show


def register(app: typer.Typer) -> None:
    app.command("seal", epilog="Example:  dreambench seal runs/mine")(seal)


def seal(
    run: str = typer.Argument(help="A finished run's name or folder."),
    traps_dir: Path | None = typer.Option(
        None, "--traps", help="The folder of a run's private traps."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print the manifest as JSON."),
) -> None:
    """Seal a run whose cells are all there; 'dreambench run' does so at its end.

    Needed where a run was stopped after its last cell, or made by the library's own functions. A
    sealed run is left as it is; one that lacks cells is refused with their number.
    """
    from ..harness.folder import is_sealed
    from ..harness.places import find_run
    from ..harness.seal import seal as seal_run

    folder = find_run(run)
    before = is_sealed(folder)
    head = seal_run(folder, root=traps_dir)
    if as_json:
        show.as_json(head)
        return
    words = "was sealed already" if before else "sealed"
    show.console.print(
        f"{folder.name} {words}: {head['cells']} cells, {head['excluded']} excluded, "
        f"root {head['root']}"
    )
    show.console.print(f"key {head['key']}, committed to by {head['plan']['commitment']}")
