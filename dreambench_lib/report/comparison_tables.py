"""Comparisons and their sensitivity analyses as tables."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from dreambench_lib.report.tables import Table, table
from dreambench_lib.stats import Comparison, Sensitivity

_ALL = {"all": "all (published)"}


def comparison_table(tests: Mapping[str, Comparison]) -> Table:
    """One row a block: the four counts of pairs, D, and the clustered p beside the others."""
    rows = [
        {
            "block": _ALL.get(block, block),
            "traps": one.clusters,
            f"{one.first} alone": one.b,
            f"{one.second} alone": one.c,
            "both": one.both_pass,
            "neither": one.both_fail,
            "D": one.D,
            "p, by trap": one.p_exact,
            "p, pooled cells": one.pooled.p,
            "p, majority": one.majority.p,
        }
        for block, one in tests.items()
    ]
    caption = "The test is the one by trap; pooled and majority stand beside it as sensitivity."
    return table(pd.DataFrame(rows), caption, D="+d")


def sensitivity_table(found: Sensitivity) -> Table:
    """The primary p and every declared alternative, with those that would decide otherwise."""
    rows = [{"analysis": "by trap (primary)", "p": found.primary, "decides otherwise": ""}] + [
        {
            "analysis": name,
            "p": p,
            "decides otherwise": "yes" if name in found.differs else "no",
        }
        for name, p in found.alternatives.items()
    ]
    return table(pd.DataFrame(rows))
