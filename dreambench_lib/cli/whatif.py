"""`dreambench whatif`: the scored session again, with another context."""

from __future__ import annotations

from pathlib import Path

import typer

from . import show


def register(app: typer.Typer) -> None:
    app.command("whatif", epilog=EXAMPLE)(whatif)


EXAMPLE = "Example:  dreambench whatif offline-60 B5/reader-careful/C3-withdrawn/1 --drop 2"


def whatif(
    run: str = typer.Argument(help="A run's name or folder."),
    cell: str = typer.Argument(help="condition/agent/trap/seed"),
    drop: str | None = typer.Option(None, help="Ranks of items to leave out, comma-separated."),
    swap: list[str] = typer.Option([], help="RANK=TEXT: the item says this instead; repeatable."),
    budget: str | None = typer.Option(None, help="Another budget, as items,words."),
    traps_dir: Path | None = typer.Option(
        None, "--traps", help="The folder of a run's private traps."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print the effect as JSON."),
) -> None:
    """What would have happened: the recorded cell, with items left out, changed, or fewer.

    Nothing before the scored session changes, and the run is not written to. See the ranks with
    'dreambench memory show'.
    """
    from ..harness.lookup import found_cell
    from ..harness.places import find_run
    from ..harness.referee import Referee
    from ..harness.sandboxes import open_sandbox
    from ..harness.whatif import Change, replay, scene

    plan, record, instance = found_cell(find_run(run), cell, traps_dir)
    change = Change(
        frozenset(show.numbers(drop, "rank") or []),
        tuple(map(_swap, swap)),
        show.budget(budget),
    )
    stage = scene(record, instance)
    with Referee(open_sandbox(plan.sandbox)).session() as judge:
        effect = replay(stage, change, judge, plan.budget)
    if as_json:
        body = {
            "before": effect.before,
            "after": effect.after,
            "checks": [turn._asdict() for turn in effect.turns],
            "shown": [item.model_dump(mode="json") for item in effect.shown],
        }
        show.as_json(body)
        return
    words = {True: "passes", False: "fails"}
    show.table(
        f"{cell}: {words[effect.before]} as recorded, {words[effect.after]} so",
        ["check", "kind", "recorded", "so", "why"],
        [[t.check, t.kind, words[t.before], words[t.after], t.reason] for t in effect.turns],
    )
    show.table(
        "Context so",
        ["rank", "status", "words", "text"],
        [[i.rank, i.status, i.words, " ".join(i.text.split())[:90]] for i in effect.shown],
    )


def _swap(text: str) -> tuple[int, str]:
    from ..errors import BadInput

    rank, equals, said = text.partition("=")
    if not equals or not rank.strip().isdigit():
        raise BadInput(f"swap {text!r} is not RANK=TEXT: write e.g. --swap '2=The marker is QX-1.'")
    return int(rank), said
