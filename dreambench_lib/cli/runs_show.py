"""`dreambench runs show` and `dreambench runs feasible`: what a run is; whether a model may run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from . import run_models, show


def register(runs: typer.Typer) -> None:
    runs.command("show", epilog="Example:  dreambench runs show offline-60")(show_run)
    runs.command("feasible", epilog=FEASIBLE_EXAMPLE)(feasible)


FEASIBLE_EXAMPLE = (
    "Example:  dreambench runs feasible --agent openai --model NAME --base-url URL --budget-usd 1"
)


def show_run(
    run: str = typer.Argument(help="A sealed run's name or folder, or published."),
    as_json: bool = typer.Option(False, "--json", help="Print as JSON."),
) -> None:
    """A run's plan, models, exclusions, attempts, warm-up gate, and who authored its traps."""
    from ..report.about import about

    told = about(run)
    if as_json:
        show.as_json(told)
        return
    plain = ("run", "label", "cells", "traps", "attempt that counts")
    lists = ("conditions", "agents", "seeds")
    rows: list[list[object]] = [[name, told[name]] for name in plain]
    rows += [[name, ", ".join(map(str, told[name]))] for name in lists]
    rows += [[name, model] for name, model in told["models"].items()]
    rows += [[f"no outcome ({party})", count] for party, count in told["excluded"].items()]
    rows += [[f"attempts: {name}", count] for name, count in told["attempts"].items()]
    show.table(told["run"], ["what", "value"], [[str(value) for value in row] for row in rows])
    _listed("Folds: an agent with a model, never pooled", told["folds"])
    _listed("Author of the traps by model that worked, ranked conditions", told["authors"])


def feasible(
    agent: str = typer.Option(..., help="The agent that the model works in."),
    model: run_models.Model = None,
    base_url: run_models.BaseUrl = None,
    key_env: run_models.KeyEnv = None,
    budget_usd: run_models.BudgetUsd = None,
    budget_tokens: run_models.BudgetTokens = None,
    cell_tokens: run_models.CellTokens = None,
    price_file: run_models.PriceFile = None,
    seed: int = typer.Option(1, help="The one seed.", min=0),
    key: str | None = typer.Option(None, help="Run key (64 hex digits); default: a fresh one."),
    out: Path | None = typer.Option(None, help="Run folder; default runs/<plan>."),
    sandbox: str = typer.Option("bubblewrap", help="Sandbox name (see doctor)."),
    workers: int | None = typer.Option(None, help="Processes (default: one per processor)."),
    as_json: bool = typer.Option(False, "--json", help="Print as JSON."),
) -> None:
    """Five traps without memory: does a further model do ordinary work? Exit 1 if refused.

    The first five of 'run --traps core --limit 5', B0, one seed; admitted where at least six in ten
    of the ordinary sessions pass. An admitted model is a fold of its own: extend this run.
    """
    from ..harness.plan import make_plan
    from ..report.frames import load
    from ..report.warmup import FEASIBLE, TRAPS, warm_up
    from .run_flow import carry

    plan, run_key = make_plan(
        ["B0"], [agent], ["core"], [seed], limit=TRAPS, key=key, sandbox=sandbox,
        cell_tokens=cell_tokens, model=run_models.endpoint(model, base_url, key_env),
    )  # fmt: skip
    folder = out or Path("runs") / plan.name
    live = run_models.live(plan, folder, None, False, price_file, (budget_usd, budget_tokens))
    carry(plan, run_key, folder, live, workers=workers)
    (gate,) = warm_up(load(folder), FEASIBLE)
    if as_json:
        show.as_json({"folder": str(folder), "admitted": bool(gate.met), **gate.as_dict()})
    else:
        word = "admitted" if gate.met else "refused"
        show.console.print(f"{agent} with {gate.model or 'no model'}: {gate.words}; {word}")
        if gate.met:
            show.console.print(f"go on with: dreambench run --extend {folder} …")
    raise typer.Exit(0 if gate.met else 1)


def _listed(title: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        shown = [["-" if v is None else _short(v) for v in row.values()] for row in rows]
        show.table(title, list(rows[0]), shown)


def _short(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)
