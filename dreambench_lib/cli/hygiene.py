"""`dreambench hygiene`: what memories stored, withheld and showed; ablations; the rules' audit."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from . import show

hygiene = typer.Typer(no_args_is_help=True, help="What memories stored, withheld and showed.")

Run = Annotated[str, typer.Argument(help="A sealed run's name or folder.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print as JSON.")]
Traps = Annotated[Path | None, typer.Option("--traps", help="A run's folder of private traps.")]


def register(app: typer.Typer) -> None:
    app.add_typer(hygiene, name="hygiene")


@hygiene.command("profile", epilog="Example:  dreambench hygiene profile offline-60 --block needs")
def profile(
    run: Run,
    agent: Annotated[str | None, typer.Option(help="Agent, where the run has several.")] = None,
    block: Annotated[str, typer.Option(help="needs (C1-C8) or hurts (C9, C10).")] = "needs",
    as_json: AsJson = False,
) -> None:
    """Every metric of every condition, with its counts and exact 95 % cluster intervals."""
    from ..harness.hygiene.derived import profile_rows
    from ..harness.hygiene.profile import hygiene as profiled
    from ..records import Budget
    from ..report.frames import load

    frames = load(run)
    budget = Budget.model_validate(_plan(frames.manifest, run)["budget"])
    with show.progress() as bar:
        found = profiled(frames, block, budget, agent)
        task = bar.add_task("intervals", total=len(found.table()), note="")
        table = profile_rows(found, lambda what: bar.update(task, advance=1))
    _print(f"{run}, {found.agent}, {block} ({frames.label})", table, as_json,
           ["condition", "metric", "share", "low", "high", "numerator", "denominator"])  # fmt: skip


@hygiene.command("ablations", epilog="Example:  dreambench hygiene ablations offline-60")
def ablations(run: Run, as_json: AsJson = False) -> None:
    """On which traps each ablation shows something else than its full form, and why."""
    import pandas as pd

    from ..harness.hygiene.ablations import Difference, differences, pairs
    from ..report.frames import load

    frames = load(run)
    found = [d for one, full in pairs(frames.conditions) for d in differences(frames, one, full)]
    table = pd.DataFrame(found, columns=list(Difference._fields))
    _print(f"{run}: ablations that show something else ({frames.label})", table, as_json,
           ["ablation", "full", "trap_id", "seeds", "of", "what", "before", "after", "expected",
            "lost", "won"])  # fmt: skip


@hygiene.command("validity", epilog="Example:  dreambench hygiene validity offline-60")
def validity(run: Run, traps_dir: Traps = None, as_json: AsJson = False) -> None:
    """Without a feature: the traps that should fall, by their facts, and the traps that did."""
    from ..harness.hygiene.validity import PREDICTIONS, summary
    from ..harness.hygiene.validity import validity as verdicts
    from ..report.frames import load
    from ..traps.load import load_traps

    frames = load(run)
    found = verdicts(frames, load_traps(traps_dir).values())
    if as_json:
        show.as_json([one._asdict() for one in found])
        return
    show.table(
        f"{run}: each feature off alone ({frames.label})",
        ["feature", "off in", "predicted from", "predicted", "fell", "both", "deviations"],
        [
            [s.feature, s.ablation, PREDICTIONS[s.feature][1], s.predicted, s.fell, s.both,
             "; ".join(f"{cause}: {count}" for cause, count in s.causes.items())]
            for s in summary(found)
        ],
    )  # fmt: skip


@hygiene.command("extraction", epilog="Example:  dreambench hygiene extraction --set core")
def extraction(
    which: Annotated[str, typer.Option("--set", help="core, extended or all.")] = "core",
    key: Annotated[str | None, typer.Option(help="Key of the mint; default: a fresh one.")] = None,
    held_out: Annotated[
        bool, typer.Option("--held-out", help="Beside the texts kept from the rules' authors.")
    ] = False,
    first: Annotated[
        Path | None, typer.Option("--first", help="Keep the held-out counts in this new file.")
    ] = None,
    traps_dir: Traps = None,
    as_json: AsJson = False,
) -> None:
    """What the rule extractor reads of the facts in every paraphrase; only counts are shown."""
    from ..errors import BadInput
    from ..harness.hygiene.extraction import KINDS, Reading, readings, shares
    from ..harness.plan import choose_traps
    from ..traps.keys import fresh_key, parse_key

    key = key or fresh_key()
    traps = choose_traps([which], None, traps_dir)
    if held_out:
        _held_out({trap.id: trap for trap in traps}, key, first, traps_dir, as_json)
        return
    if first:
        raise BadInput("--first keeps counts of held-out texts: add --held-out")
    rows: list[Reading] = []
    with show.progress() as bar:
        task = bar.add_task("traps", total=len(traps), note="")
        for trap in traps:
            rows += readings([trap], parse_key(key))
            bar.update(task, advance=1)
    found = shares(rows)
    if as_json:
        show.as_json({"key": key, "shares": [one._asdict() for one in found]})
        return
    show.table(
        "What the rules read of the facts in notes their authors did not see",
        ["kind", "construct", "paraphrase", "read", "only mentioned", "of"],
        [[s.kind, s.construct, s.paraphrase or "all", s.found, s.mentioned, s.of] for s in found],
    )
    for kind, meaning in KINDS.items():
        show.console.print(f"{kind}: {meaning}")


def _held_out(
    traps: dict[str, Any], key: str, first: Path | None, traps_dir: Path | None, as_json: bool
) -> None:
    from ..harness.hygiene.held_out import audit, both, fresh, keep_first
    from ..traps.held_out import load_held_out
    from ..traps.keys import parse_key
    from ..traps.load import load_traps

    if first:
        fresh(first)
    held, secret, read = load_held_out(load_traps(traps_dir), traps_dir), parse_key(key), {}
    with show.progress() as bar:
        task = bar.add_task("traps", total=len(traps), note="")
        for name, trap in traps.items():
            read[name] = both(trap, held[name], secret)
            bar.update(task, advance=1)
    found = audit(traps, held, read, key)
    if first:
        keep_first(first, found)
    if as_json:
        show.as_json(found.model_dump(mode="json"))
        return
    show.table(
        f"What the rules read in {found.notes} held-out texts, beside the ordinary ones",
        ["kind", "construct", "read", "only mentioned", "of", "held out: read", "only mentioned",
         "of"],
        [
            [one.kind, one.construct_id, one.found, one.mentioned, one.of, one.held_found,
             one.held_mentioned, one.held_of]
            for one in found.lines
            if one.set == "all"
        ],
    )  # fmt: skip


@hygiene.command("derive", epilog="Example:  dreambench hygiene derive offline-60")
def derive(run: Run, traps_dir: Traps = None, as_json: AsJson = False) -> None:
    """Write all of it beside a sealed run's tables, with a receipt; notebook 06 reads it."""
    from ..harness.folder import manifest
    from ..harness.hygiene import derived
    from ..harness.places import find_run
    from ..report.frames import load

    folder = find_run(run)
    _plan(manifest(folder), run)
    frames = load(folder)
    with show.progress() as bar:
        tasks = {
            what: bar.add_task(f"{what}s", total=None, note="") for what in ("interval", "store")
        }
        made = derived.derive(
            frames, folder, lambda what: bar.update(tasks[what], advance=1), traps_dir
        )
    derived.write(folder, made)
    rows = [{"table": f"{name}.csv", "rows": len(frame)} for name, frame in made.items()]
    if as_json:
        show.as_json(rows)
    else:
        show.table(f"{run}: made", ["table", "rows"], [list(row.values()) for row in rows])


def _plan(head: dict[str, Any], run: str) -> dict[str, Any]:
    from ..errors import BadInput

    if "plan" not in head:
        raise BadInput(f"{run} has no plan: hygiene is of runs of ours, not of the published fold")
    plan: dict[str, Any] = head["plan"]
    return plan


def _print(title: str, table: Any, as_json: bool, columns: list[str]) -> None:
    plain = table.astype("object").where(table.notna(), None)
    if as_json:
        show.as_json(plain.to_dict("records"))
        return
    rows = [[_cell(value) for value in row] for row in plain[columns].itertuples(index=False)]
    show.table(title, columns, rows)


def _cell(value: Any) -> object:
    if value is None:
        return "undefined"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.3f}" if isinstance(value, float) else value
