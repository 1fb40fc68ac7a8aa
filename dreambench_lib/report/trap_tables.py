"""The trap set for somebody who never ran it: what there is, and what each trap had to survive."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from dreambench_lib.report.places import ROOT
from dreambench_lib.report.prose import Prose, say
from dreambench_lib.report.words import CONSTRUCTS, block, count, natural
from dreambench_lib.traps.admission import RECORDED, Entry, funnel, read, template_digest
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import Instance
from dreambench_lib.traps.template import Template


def trap_set(which: str = "all") -> dict[str, Template]:
    """The traps of a set, by construct: trap name to template.

    Args:
        which: ``core`` (the frozen sixty), another set's name, or ``all``.
    """
    every = load_traps(None)
    chosen = [name for name, trap in every.items() if which in ("all", trap.set)]
    return {name: every[name] for name in sorted(chosen, key=natural)}


def standing_for(traps: Mapping[str, Template]) -> list[str]:
    """One trap a construct: the first by name."""
    found: dict[str, str] = {}
    for name in sorted(traps):
        found.setdefault(traps[name].construct_id, name)
    return sorted(found.values(), key=natural)


def trap_table(traps: Mapping[str, Template]) -> pd.DataFrame:
    """One row a trap, by construct.

    Columns: construct, meaning, trap, fixture, last session starts, notes, checks, why replaying a
    note is not enough.
    """
    return pd.DataFrame(
        {
            "construct": trap.construct_id,
            "meaning": CONSTRUCTS[trap.construct_id],
            "trap": trap.id,
            "fixture": trap.fixture.name,
            "last session starts": trap.start,
            "notes": sum(trap.crowd),
            "checks": len([c for c in trap.checks if c.session == len(trap.sessions)]),
            "why replaying a note is not enough": trap.why,
        }
        for trap in traps.values()
    )


def quota_table(traps: Mapping[str, Template]) -> pd.DataFrame:
    """How many traps each block and construct has, and how many start clean.

    Columns: construct, meaning, block, traps, start clean.
    """
    rows = trap_table(traps)
    rows["block"] = rows["construct"].map(block)
    rows["clean"] = rows["last session starts"] == "clean"
    order = [name for name in CONSTRUCTS if name in set(rows["construct"])]
    tally = rows.groupby(["construct", "meaning", "block"])["clean"].agg(["count", "sum"])
    table = tally.reset_index().set_index("construct").loc[order].reset_index()
    return table.rename(columns={"count": "traps", "sum": "start clean"})


def check_table(instance: Instance) -> pd.DataFrame:
    """What is asked of the repository after the last session, with the minted values."""
    last = len(instance.template.sessions)
    return pd.DataFrame(
        {
            "check": check.id,
            "kind": check.kind,
            "asks": _asked(check),
            "must be seen": _seen(check),
            "must not be seen": ", ".join(check.lacks),
        }
        for check in instance.session_checks(last)
    )


def admission_log() -> Path | None:
    """The committed log; a working one is left alone, so that a page is the same everywhere."""
    log = ROOT / "results" / "admission.jsonl"
    return log if log.is_file() else None


def gate_table(traps: Mapping[str, Template]) -> pd.DataFrame:
    """Per gate: how many of these traps, as they stand now, passed it; which did not.

    Columns: gate, role, traps examined, passed, failed, mints each.
    """
    latest: dict[tuple[str, str], Entry] = {}
    versions = {name: template_digest(trap) for name, trap in traps.items()}
    log = admission_log()
    for entry in read(log) if log else ():
        if versions.get(entry.trap) == entry.version:
            latest[entry.gate, entry.trap] = entry
    gates = dict.fromkeys(gate for gate, _ in latest)
    rows = []
    for gate in gates:
        mine = [entry for (name, _), entry in latest.items() if name == gate]
        failed = [entry.trap for entry in mine if not entry.passed]
        rows.append(
            {
                "gate": gate,
                "role": "recorded" if gate in RECORDED else "gate",
                "traps examined": len(mine),
                "passed": len(mine) - len(failed),
                "failed": ", ".join(failed),
                "mints each": min(entry.seeds for entry in mine),
            }
        )
    return pd.DataFrame(rows)


def read_gates(gates: pd.DataFrame, traps: Mapping[str, Template]) -> Prose:
    """Whether the log speaks of the traps as they stand, and whether anything failed."""
    examined = 0 if gates.empty else int(gates["traps examined"].min())
    if examined < len(traps):
        return say(
            f"The log knows {examined or 'none'} of the {len(traps)} traps as they stand now:",
            "run `dreambench traps check --log results/admission.jsonl`.",
        )
    failed = gates[(gates["role"] == "gate") & (gates["failed"] != "")]
    return say(
        f"All {len(traps)} traps have been examined as they stand now,",
        f"each over {count(int(gates['mints each'].max()), 'mint')} where mints matter.",
        f"Failed: {', '.join(failed['gate'])}." if len(failed) else "None failed.",
    )


def funnel_table() -> pd.DataFrame:
    """All candidates that were ever examined, edited ones too, through the gates in turn.

    Columns: gate, candidates, left.
    """
    log = admission_log()
    return pd.DataFrame(
        {"gate": stage.gate, "candidates": stage.entered, "left": stage.passed}
        for stage in (funnel(log) if log else ())
    )


def _asked(check: object) -> str:
    from dreambench_lib.traps.checks import Check, Run

    assert isinstance(check, Check)
    probe = check.probe
    if probe.type == "call":
        return f"{probe.target}({', '.join(map(repr, probe.args))})"
    return " ".join(probe.argv) if isinstance(probe, Run) else str(probe.path)


def _seen(check: object) -> str:
    from dreambench_lib.traps.checks import Check

    assert isinstance(check, Check)
    parts = [repr(check.equals.value)] if check.equals else []
    parts += [repr(text) for text in check.has]
    return ", ".join([*parts, *([f"what {check.equals_file} holds"] if check.equals_file else [])])
