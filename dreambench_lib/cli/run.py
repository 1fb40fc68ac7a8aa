"""`dreambench run`: freeze a plan, run it, resume it, seal it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from . import run_models, show


def register(app: typer.Typer) -> None:
    app.command("run", epilog=EXAMPLE)(run)


EXAMPLE = (
    "Example:  dreambench run --conditions B0,B5,my.module:Memory --agent reader-careful "
    "--traps core --seeds 1,2,3 --out runs/mine"
)


def run(
    conditions: str | None = typer.Option(
        None, help="Names or dotted paths, comma-separated; B2+openai:MODEL ranks by its vectors."
    ),
    agent: str | None = typer.Option(None, help="Agents, comma-separated."),
    traps: str | None = typer.Option(
        None, help="core, extended, all, ids (comma-separated), or a folder of private traps."
    ),
    seeds: str | None = typer.Option(None, help="Seeds, comma-separated."),
    limit: int | None = typer.Option(None, help="First N traps, one per construct first."),
    key: str | None = typer.Option(
        None, help="Run key (64 hex digits); default: a fresh one, or the stopped run's."
    ),
    out: Path | None = typer.Option(None, help="Run folder; default runs/<plan>."),
    budget: str | None = typer.Option(None, help="Read budget as items,words (default 6,1200)."),
    pressure: int | None = typer.Option(None, help="Filler sessions before the last one."),
    distractors: int | None = typer.Option(None, help="Further notes about the traps' words."),
    variants: int | None = typer.Option(None, help="Versions of each trap, code names changed."),
    timeout: float | None = typer.Option(None, help="Seconds a session's checks may take."),
    sandbox: str | None = typer.Option(None, help="Sandbox name (see doctor)."),
    workers: int | None = typer.Option(None, help="Processes (default: one per processor)."),
    engine: str = typer.Option("local", help="What carries cells: local or dask."),
    scheduler: str | None = typer.Option(None, help="Address of a running Dask scheduler."),
    model: run_models.Model = None,
    base_url: run_models.BaseUrl = None,
    key_env: run_models.KeyEnv = None,
    budget_usd: run_models.BudgetUsd = None,
    budget_tokens: run_models.BudgetTokens = None,
    cell_tokens: run_models.CellTokens = None,
    price_file: run_models.PriceFile = None,
    extend: run_models.Extend = None,
    replay: run_models.Replay = None,
    no_record: run_models.NoRecord = False,
    memory_model: str | None = typer.Option(
        None, help="Model of conditions that need one (see 'conditions list')."
    ),
    memory_base_url: str | None = typer.Option(
        None, help="Its OpenAI-compatible server, also for B2+openai:MODEL."
    ),
    memory_key_env: str | None = typer.Option(
        None, help="Variable with its key (default OPENAI_API_KEY; '' for none)."
    ),
    config: Path | None = typer.Option(None, help="The same settings from a TOML file."),
    plan_file: Path | None = typer.Option(
        None, "--plan", help="Frozen plan of analysis that the run carries (see 'plan freeze')."
    ),
    no_cache: bool = typer.Option(False, "--no-cache", help="Run and judge everything anew."),
    as_json: bool = typer.Option(False, "--json", help="Print the summary as JSON."),
) -> None:
    """Run conditions over traps; stopped at any moment, the same command resumes."""
    from ..errors import BadInput
    from ..harness.folder import manifest, planned
    from ..harness.plan import make_plan, read_config
    from .run_flow import carry

    traps_dir = Path(traps) if traps and Path(traps).is_dir() else None
    traps = "all" if traps_dir else traps
    settings: dict[str, Any] = read_config(config) if config else {}
    given = {
        "conditions": show.words(conditions),
        "agents": show.words(agent),
        "traps": show.words(traps),
        "seeds": show.numbers(seeds, "seed"),
        "limit": limit,
        "key": key,
        "budget": show.budget(budget),
        "timeout": timeout,
        "pressure": pressure,
        "distractors": distractors,
        "variants": variants,
        "sandbox": sandbox,
        "cell_tokens": cell_tokens,
        "model": run_models.endpoint(model, base_url, key_env),
        "memory_model": _endpoint(memory_model, memory_base_url, memory_key_env),
    }
    settings |= {name: value for name, value in given.items() if value is not None}
    beside: Mapping[str, bytes] = {}
    if plan_file is not None:
        from ..report.plans import carried_files

        settings["preregistration"], beside = carried_files(plan_file)
    settings = {"agents": ["reader-careful"], "traps": ["core"], "seeds": [1, 2, 3], **settings}
    if not settings.get("conditions") and replay is None:
        raise BadInput("no condition is named: add e.g. --conditions B0,B5 (see 'conditions list')")
    if workers is not None and workers < 1:
        raise BadInput(f"{workers} workers cannot run anything: give 1 or more")
    pilot = run_models.pilot(extend, replay, settings)
    plan, run_key = planned(replay) if replay else _plan(settings, out, traps_dir, make_plan)
    folder = out or Path("runs") / (f"{plan.name}-replay" if replay else plan.name)
    caps = (budget_usd, budget_tokens)
    live = run_models.live(plan, folder, replay, no_record, price_file, caps)
    guess = carry(
        plan,
        run_key,
        folder,
        live,
        root=traps_dir,
        pilot=pilot,
        beside=beside,
        workers=workers,
        cache=None if no_cache else "default",
        reuse="key" in settings,
        engine=engine,
        scheduler=scheduler,
    )
    _report(folder, manifest(folder), as_json, guess)


def _plan(settings: dict[str, Any], out: Path | None, root: Path | None, make: Any) -> Any:
    """The plan and its key: of a run that is being resumed where no other key is given."""
    from ..harness.folder import is_sealed, read_folder

    plan, key = make(root=root, **settings)
    if "key" in settings:
        return plan, key
    if out is None:
        return _unfinished(plan) or (plan, key)
    if (out / "plan.json").exists() and not is_sealed(out):
        return make(root=root, **settings, key=read_folder(out)[1])
    return plan, key


def _unfinished(plan: Any) -> tuple[Any, str] | None:
    """The run in runs/ that this same command began and did not finish."""
    from ..errors import BadInput
    from ..harness.folder import is_sealed, read_folder

    for place in sorted(Path("runs").glob("*/plan.json")):
        if is_sealed(place.parent) or place.parent.name.endswith("-replay"):
            continue
        try:
            found, key = read_folder(place.parent)
        except BadInput:  # somebody's damaged run is no reason not to start this one
            continue
        # Only the key's commitment may differ, and the folder must be the default one.
        same = found.model_copy(update={"commitment": plan.commitment}) == plan
        if same and place.parent.name == found.name:
            show.errors.print(f"going on with {place.parent}", soft_wrap=True)
            return found, key
    return None


def _endpoint(model: str | None, base_url: str | None, key_env: str | None) -> Any:
    """The memories' model; a server alone is enough where the condition names the model."""
    from ..models import Endpoint

    given = {"model": model, "base_url": base_url, "key_env": key_env}
    known = {name: value for name, value in given.items() if value is not None}
    return Endpoint(**{"model": "as the condition says", **known}) if known else None


def _report(
    folder: Path, manifest: Mapping[str, Any], as_json: bool, guess: dict[str, Any] | None
) -> None:
    from ..harness.gateway.settings import spent
    from ..report.summary import summary

    rows = summary(folder)
    paid = spent(folder)
    if as_json:
        show.as_json(
            {"folder": str(folder), "root": manifest["root"], "cells": manifest["cells"],
             "excluded": manifest["excluded"], "tier": manifest["tier"], "passes": rows,
             **({"tokens": paid.tokens, "money": float(paid.money)} if paid else {}),
             **({"estimate": guess} if guess else {})}
        )  # fmt: skip
        return
    show.table(
        f"{folder} ({manifest['tier']}): passed cells",
        [
            "condition",
            "agent",
            "needs memory (C1-C8)",
            "memory can only hurt (C9, C10)",
            "excluded",
        ],
        [[r["condition"], r["agent"], r["needs"], r["hurts"], r["excluded"]] for r in rows],
    )
    if paid:
        show.console.print(
            f"models: {paid.tokens:,} tokens, {float(paid.money):.4f} by the price file"
        )
    show.console.print(f"sealed: {manifest['cells']} cells, root {manifest['root'][:16]}…")
    if manifest["excluded"]:
        show.console.print(
            f"{manifest['excluded']} cells stopped early: see failed_party in cells.csv"
        )
