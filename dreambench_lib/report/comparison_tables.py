"""Comparisons and their sensitivity analyses as tables."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from dreambench_lib.report.tables import Table, table
from dreambench_lib.stats import Comparison, Sensitivity

_ALL = {"all": "all (published)"}


def comparison_table(tests: Mapping[str, Comparison], unit: str = "trap") -> Table:
    """One row a block: the four counts of pairs, D, the clustered p beside the others, the status.

    `unit` is what a cluster is called.
    """
    rows = [
        {
            "block": _ALL.get(block, block),
            f"{unit}s": one.clusters,
            f"{one.first} alone": one.b,
            f"{one.second} alone": one.c,
            "both": one.both_pass,
            "neither": one.both_fail,
            "D": one.D,
            f"p, by {unit}": one.p_exact,
            "p, pooled cells": one.pooled.p,
            "p, majority": one.majority.p,
            "status": one.status,
        }
        for block, one in tests.items()
    ]
    caption = f"The test is the one by {unit}; pooled and majority stand beside it as sensitivity."
    return table(pd.DataFrame(rows), caption, D="+d")


def sensitivity_table(found: Sensitivity, unit: str = "trap") -> Table:
    """The primary p and every declared alternative, with those that would decide otherwise."""
    first = {"analysis": f"by {unit} (primary)", "p": found.primary, "decides otherwise": ""}
    rows = [{**first, "status": found.primary_status}] + [
        {
            "analysis": name,
            "p": p,
            "decides otherwise": "yes" if name in found.differs else "no",
            "status": found.status(name),
        }
        for name, p in found.alternatives.items()
    ]
    return table(pd.DataFrame(rows))
