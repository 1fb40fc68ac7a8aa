"""`dreambench redteam`: hostile trees, agents and resource attacks against a sandbox's referee."""

from __future__ import annotations

from typing import Annotated

import typer

from . import show

EXAMPLE = "Example:  dreambench redteam --sandbox bubblewrap --json"
MOST = 160
"""Letters of a detail that a table shows."""


def register(app: typer.Typer) -> None:
    app.command("redteam", epilog=EXAMPLE)(redteam)


def redteam(
    cases: Annotated[
        list[str] | None, typer.Argument(help="Names of cases (default: all of them).")
    ] = None,
    sandbox: Annotated[str, typer.Option(help="The sandbox to attack.")] = "bubblewrap",
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """Attack the referee and the sandbox with every case; exit 1 if one is not refused.

    Works in a checkout of the source tree, where the cases are (tests/redteam).
    """
    from ..harness.redteam import Outcome, attack_all, load_cases
    from ..harness.redteam.engine import judges_in
    from ..harness.sandboxes import open_sandbox

    chosen = load_cases(cases or ())
    judges = judges_in(open_sandbox(sandbox))
    with show.progress() as bar:
        task = bar.add_task("attacks", total=len(chosen), note="")

        def done(outcome: Outcome) -> None:
            bar.update(task, advance=1, note=outcome.case)

        outcomes = attack_all(chosen, judges, done)
    refused = sum(outcome.refused for outcome in outcomes)
    if as_json:
        rows = [outcome._asdict() for outcome in outcomes]
        show.as_json({"sandbox": sandbox, "total": len(rows), "refused": refused, "cases": rows})
    else:
        columns = ["case", "result", "story", "how"]
        told = [
            [o.case, "refused" if o.refused else "NOT REFUSED", o.story, o.detail[:MOST]]
            for o in outcomes
        ]
        show.table(f"Attacks on {sandbox}: {refused} of {len(told)} refused", columns, told)
    raise typer.Exit(0 if refused == len(outcomes) else 1)
