"""`dreambench runs list`, `dreambench runs export` and `dreambench conditions list`."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from . import runs_show, show

runs = typer.Typer(no_args_is_help=True, help="Runs of this project and of this directory.")
conditions = typer.Typer(no_args_is_help=True, help="The memory systems that can be compared.")


def register(app: typer.Typer) -> None:
    runs_show.register(runs)
    app.add_typer(runs, name="runs")
    app.add_typer(conditions, name="conditions")


@runs.command("list", epilog="Example:  dreambench runs list --json")
def list_runs(as_json: bool = typer.Option(False, "--json", help="Print as JSON.")) -> None:
    """Every run: sealed or not, its cells, conditions and agents."""
    from ..harness.folder import MANIFEST, is_sealed, manifest, read_folder
    from ..harness.log import NAME, lines
    from ..harness.places import PUBLISHED, run_folders

    rows = []
    for name, folder in run_folders().items():
        if name == PUBLISHED:
            head = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
            rows.append({"run": name, "state": "published", "note": head.get("cite", "")})
        elif is_sealed(folder):
            head = manifest(folder)
            plan = head["plan"]
            assert isinstance(plan, dict)
            rows.append(
                {
                    "run": name,
                    "state": "sealed",
                    "note": f"{head['cells']} cells, {', '.join(plan['conditions'])} "
                    f"({head['tier']})",
                }
            )
        else:
            plan_, _ = read_folder(folder)
            done = sum(1 for _ in lines(folder / NAME))
            note = f"{done} of {len(plan_.cells())} cells"
            rows.append({"run": name, "state": "unfinished", "note": note})
    if as_json:
        show.as_json(rows)
    else:
        show.table("Runs", ["run", "state", "note"], [list(row.values()) for row in rows])


@runs.command("export", epilog="Example:  dreambench runs export offline-60 --parquet tables")
def export_run(
    run: str = typer.Argument(help="A sealed run's name or folder."),
    parquet: Path = typer.Option(..., help="The new folder for NAME.parquet, one a table."),
) -> None:
    """A sealed run's tables as Parquet, with their types; equal runs give equal files."""
    from ..report.parquet import write_parquet

    for path in write_parquet(run, parquet):
        show.console.print(f"{path}: {path.stat().st_size:,} bytes")


@conditions.command("list", epilog="Example:  dreambench conditions list --wide")
def list_conditions(
    wide: bool = typer.Option(
        False, "--wide", help="Also what differs from the paper, and what cannot surface."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print as JSON."),
) -> None:
    """Every condition with its one-line meaning."""
    from ..memory.conditions import CONDITIONS

    if as_json:
        show.as_json([c.model_dump() for c in CONDITIONS.values()])
        return
    columns = [
        "condition",
        "ranked",
        "needs a model",
        "meaning",
        *(["differs", "forbids"] if wide else []),
    ]
    show.table(
        "Conditions (any other memory: its dotted path, pkg.module:Class)",
        columns,
        [
            [c.id, _yes(c.ranked), _yes(c.needs_model), c.meaning, c.differs, c.forbids][
                : len(columns)
            ]
            for c in CONDITIONS.values()
        ],
    )
    show.console.print(
        "B2 and B3 rank by words; B2+openai:MODEL ranks by that model's vectors "
        "(dreambench run --memory-base-url URL)."
    )
    if not wide:
        show.console.print("What differs from the paper: --wide, or 'dreambench conditions show'.")


def _yes(said: bool) -> str:
    return "yes" if said else "no"


@conditions.command("show", epilog="Example:  dreambench conditions show DF-hybrid-rules")
def show_condition(
    name: str = typer.Argument(help="A condition's name, or pkg.module:Class."),
    as_json: bool = typer.Option(False, "--json", help="Print as JSON."),
) -> None:
    """All that the table says of one condition, and its ablations."""
    from ..memory.conditions import CONDITIONS, condition

    entry = condition(name)
    if as_json:
        show.as_json(entry.model_dump())
        return
    told = {
        "meaning": entry.meaning,
        "differs from the paper": entry.differs,
        "cannot surface": entry.forbids,
        "ablates": f"{entry.ablates}: lacks {entry.lacks}" if entry.ablates else "",
        "ablated by": ", ".join(c.id for c in CONDITIONS.values() if c.ablates == entry.id),
        "embedder": entry.embedding,
        "needs a model": "yes: dreambench run --memory-model NAME" if entry.needs_model else "",
        "ranked": "yes" if entry.ranked else "no: shown beside the others only",
        "built as": entry.memory,
    }
    show.table(entry.id, ["", "what the table says"], [[k, v] for k, v in told.items() if v])
