"""`dreambench pack` and `unpack`: a sealed run as one file, and back."""

from __future__ import annotations

from pathlib import Path

import typer

from . import show


def register(app: typer.Typer) -> None:
    app.command("pack", epilog="Example:  dreambench pack offline-60 --out offline.tar.xz")(pack)
    app.command("unpack", epilog="Example:  dreambench unpack offline.tar.xz")(unpack)


def pack(
    run: str = typer.Argument(help="A sealed run's name or folder."),
    out: Path | None = typer.Option(None, help="The file; default NAME.dreambench.tar.xz."),
    without_cassette: bool = typer.Option(
        False, "--without-cassette", help="Leave out what its models said: no replay from there."
    ),
) -> None:
    """Write a sealed run as one file to share; equal runs give equal files.

    What was recorded of its models goes in, so that 'dreambench run --replay' works from there.
    """
    from ..harness.pack import pack as pack_run
    from ..harness.places import find_run

    target = pack_run(find_run(run), out, cassette=not without_cassette)
    show.console.print(f"{target}: {target.stat().st_size:,} bytes")


def unpack(
    archive: Path = typer.Argument(help="A file that 'dreambench pack' wrote."),
    out: Path = typer.Option(Path("runs"), help="The folder to unpack into."),
) -> None:
    """Bring a packed run into runs/; its files must be as its manifest says."""
    from ..harness.pack import unpack as unpack_run

    folder = unpack_run(archive, out)
    show.console.print(f"{folder}: now 'dreambench verify {folder} --rescore'")
