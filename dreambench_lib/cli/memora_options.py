"""What the commands under `dreambench memora` share: options and how scores are printed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Data = Annotated[Path, typer.Argument(help="The release, or its data folder.")]
DataOption = Annotated[Path, typer.Option("--data", help="The release, or its data folder.")]
PolicyOption = Annotated[
    str,
    typer.Option(
        "--policy",
        help="What an empty bucket scores: undefined, exclude, as-released, or one by one, "
        "e.g. forgetting=as-released,presence=exclude.",
    ),
]


def print_headline(manifest: dict[str, Any]) -> None:
    """A report's headline as a table, with what was undecided and unscored below it."""
    from . import show

    head = manifest["headline"]
    rows = [[cell["task"], cell["duration"], of_100(cell), cell["scored"], cell["questions"]]
            for cell in head["cells"]]  # fmt: skip
    show.table(head["label"], ("task", "duration", "FAMA of 100", "scored", "questions"), rows)
    told = head["criteria"]
    show.console.print(
        f"{head['header']}; criteria undecided {told['undecided']} of {told['all']}; judges "
        f"initialised {manifest['initialised']} of {manifest['configured']}"
    )
    for why in [*manifest["absent"], *told["why undecided"]]:
        show.console.print(f"  {why}")


def of_100(cell: dict[str, Any]) -> str:
    """A cell's FAMA out of 100, or "undefined"."""
    return "undefined" if cell["fama"] is None else f"{cell['fama']['of 100']:.2f}"
