"""Why a decision came out as it did."""

from . import appeals, codes
from .conditions import describe
from .evaluate import Decision, decide
from .records import Record
from .ruleset import load_rules


def explain(decision: Decision) -> list[str]:
    """The decision, two lines for every rule that fired, and where to object to a refusal."""
    lines = [f"{decision.id}: {decision.outcome}"]
    for rule in decision.fired:
        lines.append(f"  {rule.code} {codes.title(rule.code)} ({codes.desk(rule.code)} desk)")
        lines.append(f"    since {describe(rule.when)}")
    if decision.outcome == "refuse":
        lines.append(f"  appeal to {appeals.reference()}")
    return lines


def explain_record(record: Record) -> list[str]:
    """The explanation of `record` under the shipped rules."""
    return explain(decide(record, load_rules()))
