"""What the audit says, in sentences made from its values."""

from __future__ import annotations

from collections import Counter

from dreambench_lib.memory.external.tried import tried
from dreambench_lib.report.external.source import External, outside, stand_ins
from dreambench_lib.report.prose import Prose, say
from dreambench_lib.report.words import count


def read_admitted(external: External) -> Prose:
    """How many came through the door, and who did not."""
    theirs = [one.conformance for name, one in external.reports.items() if outside(name)]
    parts = []
    for verdict in ("admitted", "rejected", "unavailable"):
        names = [one.condition for one in theirs if one.verdict == verdict]
        parts.append(f"- **{verdict}** ({len(names)}): {', '.join(names) or 'none'}")
    states = Counter(one.state for one in tried())
    told = ", ".join(f"{state}: {number}" for state, number in states.items())
    return Prose(
        f"Of {count(len(theirs), 'condition')} with somebody else's memory:\n\n"
        + "\n".join(parts)
        + f"\n\nOf {count(len(list(tried())), 'system')} that were tried: {told}."
    )


def read_labels(external: External) -> Prose:
    """What stands in for models in this run."""
    mine = [name for name in external.frames.conditions if outside(name)]
    kinds: dict[str, list[str]] = {}
    for name in mine:
        kinds.setdefault(stand_ins(name) or "No stand-in", []).append(name)
    lines = [f"- {what}: {', '.join(names)}." for what, names in kinds.items()]
    if not lines:
        return say("No memory from outside is in this run.")
    return Prose(
        f"All outcomes here are of a **{external.frames.label}**. What else stands in for a model:"
        "\n\n" + "\n".join(lines)
    )


def read_outcomes(external: External, agent: str) -> Prose:
    """Most and fewest passes where memory is needed, and who loses where it can only hurt."""
    mine = [one for one in external.outcomes if one.agent == agent and outside(one.condition)]
    needs = [one for one in mine if one.block == "needs"]
    hurts = [one for one in mine if one.block == "hurts"]
    if not mine:
        return say("No memory from outside is in this run.")
    told = []
    if needs:
        best = max(needs, key=lambda one: one.passed)
        worst = min(needs, key=lambda one: one.passed)
        told.append(
            "Where memory is needed, of the memories from outside "
            f"{best.condition} passes most ({best.passed}/{best.cells}), "
            f"{worst.condition} fewest ({worst.passed}/{worst.cells})."
        )
    if hurts:
        harmed = [one.condition for one in hurts if one.test.D < 0]
        told.append(
            f"Where memory can only hurt, {len(harmed) or 'none'} of {len(hurts)} pass less often "
            "than without memory."
        )
    return say(*told, f"By {agent}, a {external.frames.label}; no row speaks of a language model.")


def read_families(external: External) -> Prose:
    """What the plan settles, and what stays at p = 1."""
    evaluation, lines = external.held.evaluation, []
    for name, slots in evaluation.families.items():
        gone = [label for label, one in slots.items() if not one.available]
        rejects = [label for label, one in slots.items() if one.rejected]
        lines.append(
            f"- **Family {name}**: {len(slots)} slots; {', '.join(rejects) or 'none'} "
            f"{'rejects' if len(rejects) < 2 else 'reject'} after Holm; "
            f"{', '.join(gone) or 'none'} without outcome, at p = 1, still counted."
        )
    states = Counter(one.state for one in evaluation.judged)
    told = ", ".join(f"{number} {state}" for state, number in states.items())
    lines.append(f"- Of {len(evaluation.judged)} claims and gates: {told}.")
    lines.append(f"- Status of all of it: {external.held.status}.")
    return Prose("\n".join(lines))
