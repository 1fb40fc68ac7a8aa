"""`dreambench diff`: what changed between two runs."""

from __future__ import annotations

import typer

from . import show


def register(app: typer.Typer) -> None:
    app.command("diff", epilog="Example:  dreambench diff offline-60 runs/again")(diff)


def diff(
    first: str = typer.Argument(help="A run's name or folder."),
    second: str = typer.Argument(help="Another one."),
    limit: int = typer.Option(40, help="Outcomes to list."),
    as_json: bool = typer.Option(False, "--json", help="Print everything as JSON."),
) -> None:
    """Plan, environment and outcomes of two runs, where they differ; exit 1 if anything does."""
    from ..harness.difference import difference
    from ..harness.places import find_run

    compared = difference(find_run(first), find_run(second))
    found = compared.differences
    if as_json:
        show.as_json({**compared._asdict(), "differences": [d._asdict() for d in found]})
    elif not found:
        show.console.print(f"no difference in {compared.shared} cells")
    else:
        outcomes = [d for d in found if d.kind == "outcome"]
        others = [d for d in found if d.kind != "outcome"]
        rows = [list(d) for d in [*others, *outcomes[:limit]]]
        show.table("Differences", ["kind", "what", first, second], rows)
        left = len(outcomes) - limit
        more = f"; {left} more outcomes differ: --limit" if left > 0 else ""
        mint = "equal instances" if compared.same_mint else "different instances: not comparable"
        show.console.print(f"{compared.shared} cells in both, {mint}{more}")
    raise typer.Exit(1 if found else 0)
