"""`dreambench verify`: re-derive a sealed run from its folder."""

from __future__ import annotations

from pathlib import Path

import typer

from . import show


def register(app: typer.Typer) -> None:
    app.command("verify", epilog="Example:  dreambench verify results/offline-60 --rescore")(verify)


def verify(
    run: Path = typer.Argument(help="A sealed run's folder, or a run's name."),
    rescore: bool = typer.Option(False, "--rescore", help="Also judge every stored diff again."),
    replay: bool = typer.Option(
        False, "--replay", help="Also run every cell again, offline: models from the cassette."
    ),
    traps_dir: Path | None = typer.Option(
        None, "--traps", help="The folder of a run's private traps."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print the findings as JSON."),
) -> None:
    """Check files, key, receipts, tables, traps and instances; exit 1 if anything fails."""
    from ..harness.places import find_run
    from ..harness.verify import verify as verify_run

    folder = find_run(str(run))
    found = verify_run(folder, rescore=rescore, replay=replay, root=traps_dir)
    show.findings(f"{folder.name}: what was checked", found, ("holds", "FAILS"), as_json)
