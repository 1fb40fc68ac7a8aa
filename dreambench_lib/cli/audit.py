"""`dreambench audit`: what of a finished run's bytes stands where it must not."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import show

EXAMPLE = "Example:  dreambench audit results/offline-60 --json"


def register(app: typer.Typer) -> None:
    app.command("audit", epilog=EXAMPLE)(audit)


def audit(
    run: Annotated[Path, typer.Argument(help="A finished run's folder, or a run's name.")],
    canary: Annotated[
        list[str] | None,
        typer.Option(help="A text that you planted where no agent may look; repeat for more."),
    ] = None,
    traps_dir: Annotated[
        Path | None, typer.Option("--traps", help="The folder of a run's private traps.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """Look for canaries, minted values and names where they do not belong.

    A hit in bytes that the harness showed makes its cell invalid (infra, outcome withheld; exit 1).
    A hit in what an agent made is reported, and the outcome stands.
    """
    from ..harness.contamination import audit_run
    from ..harness.places import find_run

    folder = find_run(str(run))
    with show.progress() as bar:
        task = bar.add_task("cells", total=None, note="")
        found = audit_run(
            folder,
            root=traps_dir,
            canaries=canary or (),
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    invalid = ["/".join(map(str, cell)) for cell in found.invalid]
    if as_json:
        hits = [{**hit._asdict(), "cell": list(hit.cell)} for hit in found.hits]
        show.as_json(
            {"run": found.run, "cells": found.cells, "clean": not found.hits, "hits": hits,
             "invalid": invalid, "outcomes": [
                 {"cell": list(cell), "passed": passed} for cell, passed in found.outcomes.items()
             ]}
        )  # fmt: skip
    elif not found.hits:
        show.console.print(f"{found.run}: {found.cells} cells, nothing stands where it must not")
    else:
        rows = [
            ["/".join(map(str, h.cell)), h.session, h.maker, h.where, h.kind, h.what]
            for h in found.hits
        ]
        columns = ["cell", "session", "made by", "where", "kind", "what"]
        show.table(f"{found.run}: what stands where it must not", columns, rows)
        kept = len({hit.cell for hit in found.reported} - set(found.invalid))
        show.console.print(
            f"{len(invalid)} of {found.cells} cells are invalid (infra, outcome withheld); "
            f"{kept} more have hits in what the agent made and keep their outcomes"
        )
    raise typer.Exit(1 if invalid else 0)
