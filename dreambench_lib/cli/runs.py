"""`dreambench runs list` and `dreambench conditions list`."""

from __future__ import annotations

import json

import typer

from . import show

runs = typer.Typer(no_args_is_help=True, help="Runs of this project and of this directory.")
conditions = typer.Typer(no_args_is_help=True, help="The memory systems that can be compared.")


def register(app: typer.Typer) -> None:
    app.add_typer(runs, name="runs")
    app.add_typer(conditions, name="conditions")


@runs.command("list", epilog="Example:  dreambench runs list --json")
def list_runs(as_json: bool = typer.Option(False, "--json", help="Print as JSON.")) -> None:
    """Every run: sealed or not, its cells, conditions and agents."""
    from ..harness.folder import MANIFEST, is_sealed, manifest, read_folder
    from ..harness.log import NAME, read_log
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
            done = sum(1 for _ in read_log(folder / NAME))
            note = f"{done} of {len(plan_.cells())} cells"
            rows.append({"run": name, "state": "unfinished", "note": note})
    if as_json:
        show.as_json(rows)
    else:
        show.table("Runs", ["run", "state", "note"], [list(row.values()) for row in rows])


@conditions.command("list", epilog="Example:  dreambench conditions list")
def list_conditions(as_json: bool = typer.Option(False, "--json", help="Print as JSON.")) -> None:
    """Every condition with its one-line meaning."""
    from ..memory.conditions import CONDITIONS

    if as_json:
        show.as_json([c.model_dump() for c in CONDITIONS.values()])
        return
    show.table(
        "Conditions (any other memory: its dotted path, pkg.module:Class)",
        ["condition", "ranked", "meaning"],
        [[c.id, "yes" if c.ranked else "no", c.meaning] for c in CONDITIONS.values()],
    )
