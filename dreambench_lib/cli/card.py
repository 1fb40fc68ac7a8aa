"""`dreambench card`: publish a condition's outcomes in one file, and check somebody else's."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from . import show

MAKE = (
    "Examples:  dreambench card runs/mine mine:Newest --conformance conformance.json   |   "
    "dreambench card verify mine-Newest.card.json runs/mine"
)


class _MakesByDefault(TyperGroup):
    """``card RUN CONDITION`` is ``card make RUN CONDITION``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            args = ["make", *args]
        return super().parse_args(ctx, args)


card = typer.Typer(
    cls=_MakesByDefault, no_args_is_help=True, help="Results cards of runs.", epilog=MAKE
)


def register(app: typer.Typer) -> None:
    app.add_typer(card, name="card")


@card.command("make", epilog=MAKE)
def make(
    run: Annotated[str, typer.Argument(help="A sealed run's name or folder.")],
    condition: Annotated[str, typer.Argument(help="One of its conditions.")],
    out: Annotated[
        Path | None,
        typer.Option(help="The card's JSON file (default CONDITION.card.json); .md beside it."),
    ] = None,
    conformance: Annotated[
        Path | None,
        typer.Option(help="What 'dreambench conformance CONDITION --json FILE' wrote."),
    ] = None,
) -> None:
    """Write what a run says of a condition: both blocks, exact intervals, digests, Merkle root."""
    from ..harness.card import make_card
    from ..harness.card_text import card_text
    from ..harness.places import find_run
    from .files import writable, write_whole

    path = out or Path(f"{_plain(condition)}.card.json")
    text = path.with_suffix(".md")
    writable(path, text)
    made = make_card(find_run(run), condition, _verdict(conformance))
    write_whole(path, made.model_dump_json(indent=1) + "\n")
    write_whole(text, card_text(made))
    show.console.print(f"{made.digest}  {path}, {text}")


@card.command("verify", epilog="Example:  dreambench card verify B5.card.json offline-60")
def verify(
    card_file: Annotated[Path, typer.Argument(metavar="CARD", help="The card's JSON file.")],
    run: Annotated[str, typer.Argument(help="The run that it is of: name or folder.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Make the card again from the run's records, and name every figure that differs (exit 1).

    The traps, tables and verdicts behind the records are 'dreambench verify RUN --rescore'.
    """
    from ..harness.card_check import check_card, read_card
    from ..harness.places import find_run

    found = check_card(read_card(card_file), find_run(run))
    show.findings(f"{card_file.name} against {run}", found, ("agrees", "DIFFERS"), as_json)


def _verdict(path: Path | None) -> Any:
    from pydantic import ValidationError

    from ..errors import BadInput
    from ..memory.conformance import Report

    if path is None:
        return None
    try:
        report = Report.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValidationError):
        raise BadInput(
            f"{path} is no conformance report: write one with 'dreambench conformance NAME --json "
            "FILE'"
        ) from None
    if report.digest != report.conformance.digest:
        raise BadInput(f"{path} was changed after it was written: run the suite again")
    return report.conformance


def _plain(condition: str) -> str:
    """A condition's name as a file's: the last part of a path, without what files cannot have."""
    kept = "".join(letter if letter.isalnum() or letter in "._" else "-" for letter in condition)
    return kept.strip("-")[:60] or "condition"
