"""Who was admitted, what was tried, and how each memory fared against none."""

from __future__ import annotations

import pandas as pd

from dreambench_lib.memory.external.tried import tried
from dreambench_lib.report.external.source import External, outside, stand_ins
from dreambench_lib.report.tables import Table, table


def admission_table(external: External) -> Table:
    """One line a record of conformance: the verdict, and why no slot takes it."""
    found = []
    for name, report in external.reports.items():
        told = report.conformance
        lost = f"by design: {told.lossy}" if told.lossy else ""
        found.append(
            {
                "condition": name,
                "whose": "outside" if outside(name) else "ours",
                "verdict": told.verdict,
                "fit for a slot": "yes" if told.literal else "no",
                "why not": "; ".join(told.reasons) or lost,
                "stand-ins": stand_ins(name),
                "record": report.digest[:12],
            }
        )
    suites = sorted({one.conformance.suite for one in external.reports.values()})
    return table(pd.DataFrame(found), f"suite {', '.join(suites)}; records in results/conformance")


def tried_table() -> Table:
    """Every system that was tried, whatever came of it."""
    found = [
        {
            "system": one.name,
            "version": one.version or "none found",
            "state": one.state,
            "what happened": one.happened,
            "what is missing": one.missing,
            "in the Memora paper": "yes" if one.memora else "",
        }
        for one in tried()
    ]
    dates = sorted({one.date for one in tried()})
    return table(pd.DataFrame(found), f"tried {' to '.join(dict.fromkeys((dates[0], dates[-1])))}")


def outcome_table(external: External, block: str) -> Table:
    """Each condition against B0 in one block, both agents; D over all cells, p exact by traps."""
    found: dict[str, dict[str, str]] = {}
    for one in external.outcomes:
        if one.block != block:
            continue
        line = found.setdefault(one.condition, {"condition": one.condition})
        line[one.agent] = f"{one.passed}/{one.cells}"
        line[f"{one.agent}: D, p"] = f"{one.test.D:+d}, {float(one.test.p_exact):.2g}"
        line[f"{one.agent}: status"] = one.test.status
    frames = external.frames
    base = frames.outcomes
    base = base[(base["condition"] == "B0") & (base["block"] == block)]
    told = ", ".join(
        f"{agent} {int(part['passed'].astype(int).sum())}/{len(part)}"
        for agent, part in base.groupby("agent")
    )
    rows = [found[name] for name in frames.conditions if name in found]
    if not rows:
        return table(pd.DataFrame(), f"{external.hygiene.origin} · {block}: no cell of this block.")
    return table(pd.DataFrame(rows), f"{external.hygiene.origin} · {block} · B0: {told}")


def families_table(external: External) -> Table:
    """The plan's slots after Holm; one without outcome stays at p = 1 and counts."""
    evaluation, found = external.held.evaluation, []
    for family in evaluation.state.families:
        for slot in family.slots:
            told = evaluation.families[family.name][slot.label]
            found.append(
                {
                    "family": family.name,
                    "slot": slot.label,
                    "first": slot.first,
                    "second": slot.second,
                    "p": f"{float(told.raw):.3g}",
                    "after Holm": f"{float(told.adjusted):.3g}",
                    "rejected": "yes" if told.rejected else "no",
                    "why at p = 1": evaluation.reasons.get((family.name, slot.label), ""),
                }
            )
    plan = evaluation.state.plan
    return table(
        pd.DataFrame(found), f"Plan {plan.name}, {plan.digest[:12]}: {external.held.status}"
    )


def external_records(external: External) -> dict[str, object]:
    """What the notebook records."""
    found: dict[str, object] = {}
    for name, report in external.reports.items():
        found[f"{name}/verdict"] = report.conformance.verdict
        found[f"{name}/fit for a slot"] = report.conformance.literal
    for one in external.outcomes:
        place = f"{one.condition}/{one.agent}/{one.block}"
        found[f"{place}/passed"] = f"{one.passed}/{one.cells}"
        found[f"{place}/p"] = float(one.test.p_exact)
    for judged in external.held.evaluation.judged:
        found[f"plan/{judged.claim.id}"] = judged.state
    for family, slots in external.held.evaluation.families.items():
        found[f"plan/family {family}/slots"] = len(slots)
        found[f"plan/family {family}/rejected"] = sum(one.rejected for one in slots.values())
    return found
