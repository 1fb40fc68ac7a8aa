"""Every hygiene metric by table: what is counted, out of what, and which way is better.

Items are attributed by the sources they name (else by a minted value in their text), so an item
made from several notes brings the facts of all of them, and one may be useful and stale at once.
Shares of items therefore compare only memories whose items are of one size: `sources_per_item`
stands beside them, and `useful_density` does not depend on it. `useful_listed` is the base rate:
the useful precision of showing listed items by lot.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

import pandas as pd

from dreambench_lib.harness.hygiene.scored import NEEDED, Scored
from dreambench_lib.records import Budget
from dreambench_lib.traps.template import HARM

Count = Callable[[Scored, Budget], "pd.Series[int]"]
"""Counts indexed by (condition, trap_id); what is missing counts as 0."""


class Metric(NamedTuple):
    """One line of the table."""

    name: str
    counted: str
    """Numerator, in words."""
    out_of: str
    """Denominator, in words."""
    better: Literal["high", "low", "neither"]
    numerator: Count
    denominator: Count


def _per_trap(values: pd.Series[int], frame: pd.DataFrame) -> pd.Series[int]:
    return values.groupby([frame["condition"], frame["trap_id"]]).sum().astype("int64")


def _items(keep: Callable[[pd.DataFrame], pd.Series[bool]]) -> Count:
    def count(scored: Scored, budget: Budget) -> pd.Series[int]:
        frame = scored.recalls
        return _per_trap(keep(frame).astype("int64"), frame)

    return count


def _shown(frame: pd.DataFrame) -> pd.Series[bool]:
    return frame["shown"].astype("int64") == 1


def _brings(*statuses: str) -> Callable[[pd.DataFrame], pd.Series[bool]]:
    wanted = frozenset(statuses)
    return lambda frame: frame["statuses"].map(lambda held: bool(held & wanted)).astype(bool)


def _both(
    *tests: Callable[[pd.DataFrame], pd.Series[bool]],
) -> Callable[[pd.DataFrame], pd.Series[bool]]:
    def keep(frame: pd.DataFrame) -> pd.Series[bool]:
        held = tests[0](frame)
        for test in tests[1:]:
            held = held & test(frame)
        return held

    return keep


def _not(
    test: Callable[[pd.DataFrame], pd.Series[bool]],
) -> Callable[[pd.DataFrame], pd.Series[bool]]:
    return lambda frame: ~test(frame)


def _words(scored: Scored, budget: Budget) -> pd.Series[int]:
    frame = scored.recalls
    return _per_trap(frame["words"].astype("int64").where(_shown(frame), 0), frame)


def _cells(column: str) -> Count:
    def count(scored: Scored, budget: Budget) -> pd.Series[int]:
        return _per_trap(scored.cells[column].astype("int64"), scored.cells)

    return count


def _each_cell(worth: Callable[[Budget], int]) -> Count:
    def count(scored: Scored, budget: Budget) -> pd.Series[int]:
        ones = pd.Series(worth(budget), index=scored.cells.index, dtype="int64")
        return _per_trap(ones, scored.cells)

    return count


def _checks(kind: str, passed: int | None = None, *, c9: bool | None = None) -> Count:
    def count(scored: Scored, budget: Budget) -> pd.Series[int]:
        frame = scored.checks
        keep = frame["kind"] == kind
        if passed is not None:
            keep &= frame["passed"].astype("int64") == passed
        if c9 is not None:
            keep &= (frame["construct"] == "C9") == c9
        return _per_trap(keep.astype("int64"), frame)

    return count


def _final(scored: Scored, budget: Budget) -> pd.Series[int]:
    """Cells whose checks all passed, whatever the agent reported."""
    frame = scored.checks
    all_passed = frame.groupby(["condition", "trap_id", "seed"])["passed"].min().astype("int64")
    return all_passed.groupby(["condition", "trap_id"]).sum()


def _sources(scored: Scored, budget: Budget) -> pd.Series[int]:
    frame = scored.recalls
    named = frame["sources"].fillna("").map(lambda text: len([s for s in text.split("|") if s]))
    return _per_trap(named.astype("int64").where(_shown(frame), 0), frame)


def _needed_facts(scored: Scored, budget: Budget) -> pd.Series[int]:
    frame = scored.recalls
    brought = frame["needed_facts"].astype("int64").where(_shown(frame), 0)
    return _per_trap(brought, frame)


_any = _items(_shown)


def _share(name: str, test: Callable[[pd.DataFrame], pd.Series[bool]], what: str) -> Metric:
    return Metric(
        name, f"shown items {what}", "items shown", "low", _items(_both(_shown, test)), _any
    )


def _failures(name: str, kind: str, c9: bool | None = None, where: str = "") -> Metric:
    return Metric(
        name,
        f"failed {kind} checks{where}",
        f"{kind} checks{where}",
        "low",
        _checks(kind, 0, c9=c9),
        _checks(kind, c9=c9),
    )


RECALLED = (
    _share("useful_precision", _brings(*NEEDED), "with a needed fact")._replace(better="high"),
    Metric("useful_listed", "listed items with a needed fact", "items listed", "neither",
           _items(_brings(*NEEDED)), _items(lambda frame: frame["rank"].notna())),
    Metric("useful_recall", "needed facts shown", "needed facts", "high",
           _cells("needed_shown"), _cells("needed")),
    Metric("useful_density", "needed facts that shown items bring", "sources they name", "high",
           _needed_facts, _sources),
    Metric("sources_per_item", "sources named by shown items", "items shown", "neither",
           _sources, _any),
    _share("stale_exposure", _brings("superseded"), "with a superseded fact"),
    _share("scope_violations", _brings("out-of-scope"), "with a fact of another scope"),
    _share("overruled_exposure", _brings("overruled"), "with an overruled fact"),
    _share("disproved_exposure", _brings("disproved"), "with a disproved fact"),
    _share("irrelevant_import", _brings("irrelevant"), "with a fact of no concern"),
    _share("distractor_share", lambda frame: frame["statuses"].map(len) == 0, "without any fact"),
    _share("provenance", lambda frame: frame["grounded"], "that name a source")
    ._replace(better="high"),
    Metric("harm_shown", "cells with a harmful item shown", "cells", "low",
           _cells("harm_shown"), _each_cell(lambda budget: 1)),
    Metric("harm_withheld", "of those, not shown", "listed items with a harmful fact", "high",
           _items(_both(_brings(*HARM), _not(_shown))), _items(_brings(*HARM))),
    Metric("bloat", "items listed and not shown", "items listed", "neither",
           _items(_not(_shown)), _items(lambda frame: frame["rank"].notna())),
    Metric("budget_items", "items shown", "items that the budget allows", "neither",
           _any, _each_cell(lambda budget: budget.items)),
    Metric("budget_words", "words shown", "words that the budget allows", "neither",
           _words, _each_cell(lambda budget: budget.words)),
)  # fmt: skip
"""From what was listed and shown."""

BEHAVED = (
    _failures("stale_use", "forgetting", False, " outside C9"),
    _failures("repeated_error", "forgetting", True, " in C9 (disconfirmation)"),
    _failures("overscope", "scope"),
    _failures("unwanted_use", "abstention"),
    _failures("procedure_breach", "procedure"),
    _failures("regression_after_update", "regression"),
)
"""From the kinds of the checks that failed."""

OUTCOMES = (
    Metric("pass_at_1", "cells passed, no agent error", "cells", "high",
           _cells("passed"), _each_cell(lambda budget: 1)),
    Metric("final_passed", "cells whose checks all passed", "cells", "high",
           _final, _each_cell(lambda budget: 1)),
)  # fmt: skip
"""Beside them, so that the correlation table can say what hygiene merely repeats."""

METRICS = (*RECALLED, *BEHAVED, *OUTCOMES)
