"""Hygiene as tables: one row a condition, both counts in view, an empty share said to be so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from dreambench_lib.harness.hygiene.correlation import LIMIT, correlations
from dreambench_lib.report.columns import rows
from dreambench_lib.report.hygiene.source import Hygiene
from dreambench_lib.report.tables import Table, table
from dreambench_lib.report.words import ablation, in_order, ranked

UNDEFINED = "undefined"

EXPOSURES = {
    "useful_recall": "needed facts shown",
    "harm_shown": "cells with harm shown",
    "useful_precision": "useful of shown",
    "useful_listed": "useful of listed",
    "stale_exposure": "superseded",
    "scope_violations": "of another scope",
    "overruled_exposure": "overruled",
    "disproved_exposure": "disproved",
    "irrelevant_import": "of no concern",
    "distractor_share": "without any fact",
}
"""Metric to column: what was shown."""
STORES = {
    "harm_withheld": "harm withheld, of listed",
    "bloat": "listed, not shown",
    "provenance": "names a source",
    "sources_per_item": "notes an item",
    "useful_density": "needed facts a note",
    "budget_items": "of the items allowed",
    "budget_words": "of the words allowed",
}
"""What was listed and withheld, and how much room it took."""
BEHAVIOUR = {
    "stale_use": "stale use",
    "repeated_error": "repeated error",
    "overscope": "overscope",
    "unwanted_use": "unwanted use",
    "procedure_breach": "procedure breached",
    "regression_after_update": "regression",
    "pass_at_1": "pass@1",
    "final_passed": "all checks passed",
}
"""From the kinds of the checks that failed."""


def hygiene_table(hygiene: Hygiene, columns: Mapping[str, str], agent: str, block: str) -> Table:
    """Chosen metrics with counts and exact intervals; columns without any count are left out."""
    part = hygiene.part(agent, block)
    found: dict[str, dict[str, str]] = {}
    counted = set()
    for row in rows(part):
        if row["metric"] in columns:
            line = found.setdefault(row["condition"], {"condition": _named(row)})
            line[columns[row["metric"]]] = share(row)
            if row["denominator"]:
                counted.add(columns[row["metric"]])
    keep = ["condition", *(name for name in columns.values() if name in counted)]
    frame = pd.DataFrame([found[name] for name in in_order(found)], columns=keep)
    return table(frame, f"{hygiene.origin} · {agent} · {block}; 95 % intervals, traps resampled")


def share(row: Mapping[str, Any]) -> str:
    """A share with both counts and its interval, or that it is undefined."""
    if not row["denominator"]:
        return UNDEFINED
    ends = f" [{row['low']:.2f}, {row['high']:.2f}]"
    return f"{row['share']:.2f}{ends} {row['numerator']}/{row['denominator']}"


def _named(row: Mapping[str, Any]) -> str:
    """A condition that listed nothing is flagged wherever it stands (RULES 7)."""
    return f"{row['condition']} (lists nothing)" if row["lists_nothing"] else row["condition"]


def plain(value: Any) -> float | str:
    """A share for a record: a number, or that it is undefined."""
    return UNDEFINED if pd.isna(value) else round(float(value), 6)


def budget_table(wide: Hygiene, tight: Hygiene, agent: str) -> pd.DataFrame:
    """Both standard budgets side by side; what only one run has is missing in the other."""
    found: list[dict[str, Any]] = []
    parts = {
        (h.budget.words, block): h.shares(agent, block)
        for h in (wide, tight)
        for block in ("needs", "hurts")
        if len(h.part(agent, block))
    }
    for condition in in_order([*wide.conditions, *tight.conditions]):
        line: dict[str, Any] = {"condition": condition}
        for metric, name in (
            ("useful_recall", "needed shown"),
            ("harm_shown", "harm shown"),
            ("pass_at_1", "pass@1"),
        ):
            for (words, block), shares in parts.items():
                if metric in shares and not (metric == "useful_recall" and block == "hurts"):
                    value = shares[metric].get(condition)
                    line[f"{name}, {block}, {words:,}"] = value
        found.append(line)
    return pd.DataFrame(found)


def repair_table(hygiene: Hygiene) -> pd.DataFrame:
    """Contradiction repair per typed store; a memory without one has no line."""
    table = hygiene.derived["repairs"]
    found = []
    for condition in in_order(table["condition"]):
        part = table[table["condition"] == condition]
        right = part["old"] & part["new"] & part["relation"]
        sizes = {"contradictions": len(part), "old value typed": int(part["typed"].sum())}
        counts = {
            "old put away": part["old"], "new in force": part["new"],
            "right relation": part["relation"], "all three": right,
        }  # fmt: skip
        told = {name: int(values.sum()) for name, values in counts.items()}
        found.append(
            {"condition": condition, **sizes, **told, "accuracy": int(right.sum()) / len(part)}
        )
    return pd.DataFrame(found)


def fama_table(hygiene: Hygiene, agent: str) -> pd.DataFrame:
    """Judge-free FAMA beside pass@1, block by block, with its coverage."""
    kept = hygiene.derived["fama"]
    kept = kept[kept["agent"] == agent]
    found = []
    for block in dict.fromkeys(kept["block"]):
        part = kept[kept["block"] == block].set_index("condition")
        for condition in in_order(part.index):
            row = part.loc[condition]
            found.append(
                {
                    "condition": condition,
                    "block": block,
                    **{name: _value(row[key]) for name, key in _SCORES.items()},
                    "scored": f"{row['scored']} of {row['cells']}",
                }
            )
    return pd.DataFrame(found)


_SCORES = {"pass@1": "pass_at_1", "FAMA": "fama", "shown (MPA)": "mpa", "forgotten (FAA)": "faa"}


def _value(text: Any) -> float | None:
    from fractions import Fraction

    return float(Fraction(str(text))) if str(text) not in ("", "nan") else None


def correlation_table(hygiene: Hygiene, agent: str, block: str) -> pd.DataFrame:
    """Every pair of metrics, strongest first, with its warning.

    Over the ranked conditions that are no ablation: an ablation repeats most of its full form, and
    a dozen near copies would make any two metrics look alike.
    """
    shares = hygiene.shares(agent, block)
    shares = shares[[ranked(str(n)) and not ablation(str(n)) for n in shares.index]]
    found = correlations(shares).dropna(subset="r")
    order = found["r"].abs().sort_values(ascending=False, kind="stable").index
    return found.loc[order].reset_index(drop=True)


def one_finding(pairs: pd.DataFrame) -> list[list[str]]:
    """Groups of metrics that say the same: chains of pairs beyond the limit."""
    groups: list[set[str]] = []
    for row in rows(pairs[pairs["r"].abs() > LIMIT]):
        pair = {row["first"], row["second"]}
        touching = [group for group in groups if group & pair]
        groups = [group for group in groups if not group & pair]
        groups.append(pair.union(*touching))
    return sorted(sorted(group) for group in groups)
