"""What the trap audit says, in sentences made from its rows; what was not run is said to be so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from dreambench_lib.report.audit_tables import SHOWN, mutation_lines
from dreambench_lib.report.prose import Prose, say
from dreambench_lib.report.trap_audit import TrapAudit
from dreambench_lib.report.words import count
from dreambench_lib.traps.template import Template

NOT_RUN = "**Not run**: the stored audit lacks this part."


def read_discrimination(rows: pd.DataFrame) -> Prose:
    """How many traps the careful reader passes with nothing, with everything, with the facts."""
    if rows.empty:
        return Prose(NOT_RUN)
    mine = rows[(rows["reader"] == "careful") & (rows["block"] == "needs")]

    def always(shown: str) -> str:
        part = mine[mine["shown"] == shown]
        return f"{int((part['rate'] == 1).sum())} of {len(part)}"

    return say(
        f"Where memory is needed, the careful reader passes {always('empty')} traps in every mint "
        f"with nothing shown, {always('says')} with the governing facts in plain sentences.",
        f"In between: {always('newest-B')} with the newest notes that fit, {always('verbatim-B')} "
        f"with those closest in words, {always('hoarder')} with every note at once.",
        f"A single well-chosen note is enough for {always('alone')}.",
    )


def read_splits(audit: TrapAudit, traps: Mapping[str, Template]) -> Prose:
    """On how many traps simple memories fare differently; reported, never selected on."""
    if audit.splits is None:
        return Prose(NOT_RUN)
    told: dict[str, list[dict[str, Any]]] = {}
    for row in audit.splits["rows"]:
        if row["trap_id"] in traps:
            told.setdefault(str(row["agent"]), []).append(row)
    names = [SHOWN.get(str(name), str(name)) for name in audit.splits["conditions"]]
    parts = []
    for agent, mine in sorted(told.items()):
        same = [str(row["trap_id"]) for row in mine if not row["splits"]]
        more = f" (not on {', '.join(same[:6])}{' …' if len(same) > 6 else ''})" if same else ""
        parts.append(f"{agent}: {len(mine) - len(same)} of {len(mine)}{more}")
    return say(
        f"What is shown ({', '.join(names)}) makes for different shares of "
        f"{count(int(audit.splits['seeds']), 'mint')} passed on so many traps: {'; '.join(parts)}.",
        "No trap was chosen or dropped for it.",
    )


def read_mutation(audit: TrapAudit, traps: Mapping[str, Template]) -> Prose:
    """Whether every check is passed by the solution and failed by something wrong."""
    mine = mutation_lines(audit, traps)
    if not mine:
        return Prose(NOT_RUN)
    idle = [f"{row['trap_id']} {row['check']}" for row in mine if not row["killed"]]
    wrong = [f"{row['trap_id']} {row['check']}" for row in mine if not row["solution"]]
    return say(
        f"{count(len(mine), 'check')}, those of warm-ups included.",
        "Every solution passes its own."
        if not wrong
        else f"Solutions fail {len(wrong)}: {', '.join(wrong[:4])}.",
        "Each is failed by some wrong filling or stored wrong tree."
        if not idle
        else f"No wrong filling and no stored wrong tree fails {len(idle)}: "
        f"{', '.join(idle[:6])}{' …' if len(idle) > 6 else ''}.",
    )


def read_flakes(audit: TrapAudit, traps: Mapping[str, Template]) -> Prose:
    """How often a right solution failed when judged again and again."""
    mine = [row for row in audit.flakes or () if row["trap"] in traps]
    if not mine:
        return Prose(NOT_RUN)
    runs, failed = (sum(row[name] for row in mine) for name in ("runs", "failed"))
    return say(
        f"{count(len(mine), 'solution')} judged {runs:,} times in the sandbox: "
        f"{failed or 'none'} of these failed."
    )
