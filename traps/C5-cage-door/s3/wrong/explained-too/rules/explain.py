"""Why a decision came out as it did."""

from . import codes
from .conditions import describe
from .evaluate import Decision, decide
from .records import Record
from .ruleset import load_rules


def explain(decision: Decision) -> list[str]:
    """The decision, then two lines for every rule that fired."""
    lines = [f"{decision.id}: {decision.outcome}"]
    if not decision.fired:
        lines.append("  no rule fired")
    for rule in decision.fired:
        lines.append(f"  {rule.code} {codes.title(rule.code)} ({codes.desk(rule.code)} desk)")
        lines.append(f"    since {describe(rule.when)}")
    return [*lines, f"  cage {cage.door(decision.outcome)}"]


def explain_record(record: Record) -> list[str]:
    """The explanation of `record` under the shipped rules."""
    return explain(decide(record, load_rules()))
