"""`dreambench traps audit` and `dreambench traps new`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import BadInput
from .trap_options import LOG, AsJson, Ids, Key, Log, Set, Workers, chosen

AUDIT = "Example:  dreambench traps audit --set core --seeds 3"
NEW = "Example:  dreambench traps new C5 --fixture ledger --name closing-hours"


def audit(
    context: typer.Context,
    ids: Ids = None,
    which: Set = "all",
    seeds: Annotated[int, typer.Option(min=1, help="Mints of each trap to scan.")] = 3,
    repeat: Annotated[
        int, typer.Option(min=0, help="Judge each solution so often (0: not at all).")
    ] = 20,
    key: Key = None,
    log: Log = LOG,
    workers: Workers = 2,
    as_json: AsJson = False,
) -> None:
    """Admission funnel, leaks, flaky solutions, shared words; exit 1 on a leak or a flake."""
    from ..harness.audit import flake_rates, funnel_rows, leak_scan, overlap_rows
    from ..traps.keys import fresh_key
    from . import show

    traps = chosen(context.obj, ids or (), which)
    if not traps:
        raise BadInput("there is no trap to audit: write one, see traps/FORM.md")
    key = key or fresh_key()
    found: dict[str, Any] = {
        "key": key,
        "funnel": funnel_rows(log) if log.is_file() else [],
        "leaks": [leak._asdict() for leak in leak_scan(traps, key, seeds)],
        "flakes": [],
        "overlap": overlap_rows(traps),
    }
    if repeat:
        with show.progress() as bar:
            task = bar.add_task("solutions", total=len(traps), note="")
            for flake in flake_rates(traps, key, repeat, workers):
                found["flakes"].append({**flake._asdict(), "rate": flake.rate})
                bar.update(task, advance=1, note=flake.trap)
    if as_json:
        show.as_json(found)
    else:
        _print(found, log)
    if found["leaks"] or any(flake["failed"] for flake in found["flakes"]):
        raise typer.Exit(1)


def _print(found: dict[str, Any], log: Path) -> None:
    from . import show

    def table(title: str, rows: list[dict[str, Any]], heads: tuple[str, ...]) -> None:
        if rows:
            show.table(title, heads, [[row[head] for head in heads] for row in rows])
        else:
            show.console.print(title)

    if found["funnel"]:
        table(f"Admission funnel ({log})", found["funnel"], ("gate", "entered", "passed"))
    else:
        show.console.print(f"no admission log {log}: 'dreambench traps check' writes it")
    table(f"{len(found['leaks'])} leaks", found["leaks"], ("trap", "seed", "what", "where"))
    judged = sum(flake["runs"] for flake in found["flakes"])
    flaky = [flake for flake in found["flakes"] if flake["failed"]]
    table(
        f"{len(flaky)} flaky solutions ({judged} judged)",
        flaky,
        ("trap", "runs", "failed", "reasons"),
    )
    rows = [{**row, "share": f"{row['share']:.2%}"} for row in found["overlap"]]
    table("Closest words", rows, ("first", "second", "shared", "share", "phrase"))


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
    show.console.print(f"{folder}: write its texts, then 'dreambench traps check {folder.name}'")
