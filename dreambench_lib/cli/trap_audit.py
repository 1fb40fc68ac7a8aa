"""`dreambench traps audit` and `dreambench traps new`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..errors import BadInput
from .trap_options import LOG, AsJson, Ids, Key, Log, Set, Workers, chosen

AUDIT = "Example:  dreambench traps audit --set core --seeds 3 --flakes 2"
NEW = "Example:  dreambench traps new C5 --fixture ledger --name closing-hours"


def audit(
    context: typer.Context,
    ids: Ids = None,
    which: Set = "all",
    seeds: Annotated[int, typer.Option(min=1, help="Mints of each trap.")] = 3,
    repetitions: Annotated[
        int, typer.Option("--flakes", min=0, help="Judge each solution so often (0: not at all).")
    ] = 20,
    key: Key = None,
    log: Log = LOG,
    out: Annotated[Path | None, typer.Option(help="Write the whole audit here (JSON).")] = None,
    workers: Workers = 2,
    as_json: AsJson = False,
) -> None:
    """What is known of the traps: who passes with what shown, leaks, flakes, shared words.

    Exit 1 on a leak, a flaky solution, or a check that no wrong answer fails.
    """
    from ..harness.audit import audit as audit_traps
    from ..harness.audit_file import as_text, write_audit
    from ..traps.keys import fresh_key
    from ..traps.mutation import Mutation, unproved
    from . import show
    from .trap_audit_tables import tables

    traps = chosen(context.obj, ids or (), which)
    if not traps:
        raise BadInput("there is no trap to audit: write one, see traps/FORM.md")
    with show.progress() as bar:
        task = bar.add_task("traps", total=len(traps), note="")
        found = audit_traps(
            traps,
            key or fresh_key(),
            seeds,
            repetitions,
            log if log.is_file() else None,
            workers,
            lambda name: bar.update(task, advance=1, note=name),
        )
    if out:
        write_audit(found, out)
    if as_json:
        print(as_text(found), end="")
    else:
        tables(found, log)
    idle = unproved(Mutation(**row) for row in found["mutation"])
    if found["leaks"] or idle or any(flake["failed"] for flake in found["flakes"] or ()):
        raise typer.Exit(1)


def new(
    context: typer.Context,
    construct: Annotated[str, typer.Argument(help="C1 to C10.")],
    fixture: Annotated[str, typer.Option(help="A folder of traps/fixtures.")],
    name: Annotated[str, typer.Option(help="The rest of the trap's id.")] = "new",
) -> None:
    """Write the skeleton of a trap: it loads, and its texts are still to be written."""
    from ..traps.load import ROOT
    from ..traps.scaffold import scaffold
    from . import show

    folder = scaffold(context.obj or ROOT, construct, fixture, name)
    where = f" --traps {context.obj}" if context.obj else ""
    show.console.print(
        f"{folder}: write what says TODO, then 'dreambench traps{where} check {folder.name}'"
    )
