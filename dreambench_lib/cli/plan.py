"""`dreambench plan`: freeze a plan of analysis, amend it, show it, hold it against outcomes."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from . import show

app = typer.Typer(
    help="Executable preregistration: claims, falsifiers and thresholds declared before a run.",
    no_args_is_help=True,
)
Plan = Annotated[Path, typer.Argument(help="The plan: its .toml, its frozen file, or its folder.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print as JSON.")]


def register(root: typer.Typer) -> None:
    root.add_typer(app, name="plan")


@app.command("freeze", epilog="Example:  dreambench plan freeze study.toml")
def freeze(plan: Plan, as_json: AsJson = False) -> None:
    """Write the plan's canonical form beside it and print its digest; runs carry that digest.

    A frozen plan cannot be frozen anew with other contents: slots cannot leave it. What changes
    later is appended with 'plan amend'. results/published/plan.toml is an example of all there is.
    """
    from ..report.plans import freeze as freeze_plan
    from ..report.plans import paths

    state = freeze_plan(plan)
    frozen = paths(plan).frozen
    if as_json:
        show.as_json({"name": state.plan.name, "digest": state.digest, "file": str(frozen)})
        return
    show.console.print(f"{state.digest}  {frozen}")
    show.console.print(f"A run carries it with: dreambench run --plan {frozen} …")


@app.command(
    "amend", epilog='Example:  dreambench plan amend study.toml --why "service shut down" '
    '--unavailable "P3=the service was shut down"',
)  # fmt: skip
def amend(
    plan: Plan,
    why: Annotated[str, typer.Option(help="Why; it stands in the log for ever.")],
    unavailable: Annotated[
        list[str] | None, typer.Option(help="SLOT=REASON; the slot stays in its family at p = 1.")
    ] = None,
    add: Annotated[
        Path | None, typer.Option(help="TOML file of further claims, shown as added.")
    ] = None,
    date: Annotated[str | None, typer.Option(help="ISO date of the entry (default today).")] = None,
) -> None:
    """Append an entry to the plan's log. Nothing that was frozen changes."""
    from ..errors import BadInput
    from ..report.plans import amend as amend_plan

    pairs = []
    for text in unavailable or []:
        slot, sign, reason = text.partition("=")
        if not sign:
            raise BadInput(f"--unavailable {text!r} has no reason: write SLOT=REASON")
        pairs.append((slot, reason))
    day = date or datetime.date.today().isoformat()
    state = amend_plan(plan, day, why, pairs, add)
    entry = state.amendments[-1]
    show.console.print(f"amendment {entry.number} of {state.plan.name}: {entry.digest}")


@app.command("show", epilog="Example:  dreambench plan show results/published")
def show_(plan: Plan, as_json: AsJson = False) -> None:
    """A frozen plan: its families, its claims, its amendments."""
    from ..report.plans import read_frozen

    state = read_frozen(plan)
    if as_json:
        show.as_json(
            {
                "digest": state.digest,
                "plan": state.plan.model_dump(mode="json"),
                "amendments": [one.model_dump(mode="json") for one in state.amendments],
            }
        )
        return
    show.console.print(f"{state.plan.name}  {state.digest}")
    if state.plan.about:
        show.console.print(state.plan.about)
    for family in state.families:
        show.table(
            f"Family {family.name}: block {family.block}, alpha {float(family.alpha):g}, "
            f"missing cells: {family.missing}",
            ["slot", "first", "second", "unavailable"],
            [[s.label, s.first, s.second, s.unavailable] for s in family.slots],
        )
    if state.plan.admissions:
        show.table(
            "Conformance",
            ["condition", "verdict", "why no slot takes it", "record"],
            [[a.condition, a.verdict, a.why, a.record[:12]] for a in state.plan.admissions],
        )
    show.table(
        "Claims",
        ["id", "kind", "claim", "decided by", "declared"],
        [[c.id, c.kind, c.says, _decides(c), _when(state.added_by(c.id))] for c in state.claims],
    )
    for entry in state.amendments:
        gone = ", ".join(f"{one.slot} unavailable: {one.reason}" for one in entry.withdrawn)
        show.console.print(f"amendment {entry.number}, {entry.date}: {entry.why}. {gone}".strip())


@app.command("evaluate", epilog="Example:  dreambench plan evaluate results/published published")
def evaluate(
    plan: Plan,
    source: Annotated[str, typer.Argument(help="published, a run's name, or a run folder.")],
    as_json: AsJson = False,
) -> None:
    """Each claim, falsifier and gate: holds, fails or is not evaluable, and what may be said."""
    from ..report.frames import load
    from ..report.plans import evaluate_source, read_frozen

    held = evaluate_source(load(source), read_frozen(plan))
    if as_json:
        show.as_json(
            {"source": source, "status": held.status, **held.evaluation.as_dict()},
        )
        return
    judged = held.evaluation.judged
    show.table(
        f"{held.evaluation.state.plan.name} on {source}: {held.status}",
        ["id", "kind", "result", "seen", "may be said", "declared"],
        [
            [one.claim.id, one.claim.kind, one.state, one.seen, one.allows, _when(one.amendment)]
            for one in judged
        ],
    )
    for name, slots in held.evaluation.families.items():
        show.table(
            f"Family {name} after Holm",
            ["slot", "p", "adjusted", "rejected", "why at p = 1"],
            [
                [s.label, f"{float(s.raw):.4g}", f"{float(s.adjusted):.4g}",
                 "yes" if s.rejected else "no",
                 held.evaluation.reasons.get((name, s.label), "")]
                for s in slots.values()
            ],
        )  # fmt: skip
    for one in judged:
        if one.claim.note:
            show.console.print(f"{one.claim.id}: {one.claim.note}")
    show.console.print("A test that failed to reject is no evidence of equality.")


def _decides(claim: Any) -> str:
    if claim.unavailable:
        return f"nothing: {claim.unavailable}"
    if claim.demands:
        return ", ".join(dict.fromkeys(demand.measure for demand in claim.demands))
    return f"{claim.test} in slot {claim.slot}"


def _when(amendment: int | None) -> str:
    return "frozen" if amendment is None else f"amendment {amendment}"
