"""`dreambench run`: freeze a plan, run it, resume it, seal it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from . import show


def register(app: typer.Typer) -> None:
    app.command("run", epilog=EXAMPLE)(run)


EXAMPLE = (
    "Example:  dreambench run --conditions B0,B5,my.module:Memory --agent reader-careful "
    "--traps core --seeds 1,2,3 --out runs/mine"
)


def run(
    conditions: str | None = typer.Option(None, help="Names or dotted paths, comma-separated."),
    agent: str | None = typer.Option(None, help="Agents, comma-separated."),
    traps: str | None = typer.Option(
        None, help="core, extended, all, ids (comma-separated), or a folder of private traps."
    ),
    seeds: str | None = typer.Option(None, help="Seeds, comma-separated."),
    limit: int | None = typer.Option(None, help="First N traps, one per construct first."),
    key: str | None = typer.Option(None, help="Run key (64 hex digits); default: a fresh one."),
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
    config: Path | None = typer.Option(None, help="The same settings from a TOML file."),
    plan_file: Path | None = typer.Option(
        None, "--plan", help="Frozen plan of analysis that the run carries (see 'plan freeze')."
    ),
    no_cache: bool = typer.Option(False, "--no-cache", help="Judge everything anew."),
    as_json: bool = typer.Option(False, "--json", help="Print the summary as JSON."),
) -> None:
    """Run conditions over traps; stopped at any moment, the same command resumes."""
    from ..errors import BadInput
    from ..harness.plan import make_plan, read_config
    from ..harness.run import run as run_plan
    from ..harness.seal import seal

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
    }
    settings |= {name: value for name, value in given.items() if value is not None}
    beside: Mapping[str, bytes] = {}
    if plan_file is not None:
        from ..report.plans import carried_files

        settings["preregistration"], beside = carried_files(plan_file)
    settings = {"agents": ["reader-careful"], "traps": ["core"], "seeds": [1, 2, 3], **settings}
    if not settings.get("conditions"):
        raise BadInput("no condition is named: add e.g. --conditions B0,B5 (see 'conditions list')")
    if workers is not None and workers < 1:
        raise BadInput(f"{workers} workers cannot run anything: give 1 or more")
    plan, run_key = _plan(settings, out, traps_dir, make_plan)
    folder = out or Path("runs") / plan.name
    with show.progress() as bar:
        task = bar.add_task("cells", total=None, note="")
        passed = {"passed": 0, "done": 0}

        def tick(record: Any, done: int, total: int) -> None:
            if record is not None:
                passed["done"] += 1
                passed["passed"] += record.passed
            rate = f"{passed['passed']}/{passed['done']} passed" if passed["done"] else ""
            bar.update(task, completed=done, total=total, note=rate)

        run_plan(
            plan,
            run_key,
            folder,
            workers=workers,
            root=traps_dir,
            cache=None if no_cache else "default",
            progress=tick,
            engine=engine,
            scheduler=scheduler,
            beside=beside,
        )
    manifest = seal(folder, root=traps_dir)
    _report(folder, manifest, as_json)


def _plan(settings: dict[str, Any], out: Path | None, root: Path | None, make: Any) -> Any:
    """The plan; a folder that is being resumed lends its key when none is given."""
    from ..harness.folder import is_sealed, read_folder

    if "key" not in settings and out is not None and (out / "plan.json").exists():
        if not is_sealed(out):
            settings["key"] = read_folder(out)[1]
    return make(root=root, **settings)


def _report(folder: Path, manifest: dict[str, Any], as_json: bool) -> None:
    from ..report.summary import summary

    rows = summary(folder)
    if as_json:
        show.as_json(
            {"folder": str(folder), "root": manifest["root"], "cells": manifest["cells"],
             "excluded": manifest["excluded"], "tier": manifest["tier"], "passes": rows}
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
    show.console.print(f"sealed: {manifest['cells']} cells, root {manifest['root'][:16]}…")
    if manifest["excluded"]:
        show.console.print(
            f"{manifest['excluded']} cells stopped early: see failed_party in cells.csv"
        )
