"""`dreambench memory`: what a cell's memory held and why (`show`), other people's (`external`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from . import show as shown

memory = typer.Typer(no_args_is_help=True, help="What memories held.")


def register(app: typer.Typer) -> None:
    app.add_typer(memory, name="memory")


@memory.command(
    "show",
    epilog="Example:  dreambench memory show offline-60 B5/reader-careful/C1-envelope/1",
)
def show(
    run: str = typer.Argument(help="A run's name or folder."),
    cell: str = typer.Argument(help="condition/agent/trap/seed"),
    traps_dir: Path | None = typer.Option(
        None, "--traps", help="The folder of a run's private traps."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print everything as JSON."),
) -> None:
    """The items of a cell's memory at its scored read, and what became of each.

    The memory lives through the recorded sessions again; exit 1 if it recalls anything else now.
    """
    from ..harness.hygiene.relive import relive
    from ..harness.lookup import cell_key
    from ..harness.places import find_run

    life = relive(find_run(run), cell_key(cell), traps_dir)
    if as_json:
        recalls = [item.model_dump(mode="json") for item in life.recalls]
        shown.as_json({**life._asdict(), "key": list(life.key), "recalls": recalls})
    else:
        _tables(life, cell)
    if not life.same:
        raise SystemExit(1)


@memory.command("external", epilog="Example:  dreambench memory external --json")
def external(as_json: bool = typer.Option(False, "--json", help="Print as JSON.")) -> None:
    """Other people's memory systems: which run here, and what stands in the way of the rest."""
    from ..memory.external.tried import tried

    if as_json:
        shown.as_json([one.model_dump(mode="json") for one in tried()])
        return
    shown.table(
        "Other people's memories, as tried",
        ["system", "version", "state", "conditions", "what happened, and what is missing"],
        [
            [one.name, one.version, one.state, ", ".join(one.conditions),
             " ".join(filter(None, (one.happened, one.missing)))]
            for one in tried()
        ],
    )  # fmt: skip
    shown.console.print("An own memory enters by its path, pkg.module:Class.")


def _tables(life: Any, cell: str) -> None:
    if life.items:
        why = {change["item"]: change["reason"] for change in life.changes}
        shown.table(
            f"{cell}: held",
            ["item", "type", "status", "session", "from", "fact", "why", "content"],
            [
                [i["id"], i["type"], i["status"], i["session"], i["author"], _fact(i["fact"]),
                 why.get(i["id"], i["write_reason"]), _short(i["content"])]
                for i in life.items
            ],
        )  # fmt: skip
    else:
        shown.console.print(f"{cell}: keeps no typed items; what it holds is what it lists.")
    if life.changes:
        shown.table(
            "What changed, when and why",
            ["tick", "item", "operator", "status", "reason"],
            [list(change.values()) for change in life.changes],
        )
    shown.table(
        f"{cell}: the scored read",
        ["rank", "shown", "status", "score", "decision", "content"],
        [
            [i.rank, "yes" if i.shown else "no", i.status, "" if i.score is None else i.score,
             i.decision, _short(i.text)]
            for i in life.recalls
        ],
    )  # fmt: skip
    shown.console.print(_summary(life))
    for kind, count in sorted(life.faults.items()):
        shown.console.print(f"not kept, {kind}: {count}")
    if not life.same:
        shown.console.print("This program recalls something else than was recorded.")


def _summary(life: Any) -> str:
    """How many recalls were shown, and why the others were not."""
    reasons: dict[str, int] = {}
    for item in life.recalls:
        if not item.shown:
            # After the memory's own reason stands the harness's, with figures of the one item.
            reason = item.decision.rsplit("; ", 1)[-1].split(":")[0]
            reasons[reason] = reasons.get(reason, 0) + 1
    told = [f"{count} not shown ({reason})" for reason, count in sorted(reasons.items())]
    return ", ".join([f"{sum(item.shown for item in life.recalls)} shown", *told])


def _fact(fact: dict[str, Any] | None) -> str:
    return f"{fact['kind']}: {' '.join(fact['key'])} {fact['value']}".strip() if fact else ""


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 70 else line[:69] + "…"
