"""Effects as tables: what became of cells, and what the items that harm bring."""

from __future__ import annotations

import pandas as pd

from dreambench_lib.report.why.effects import REASONS, Effects


def reason_table(found: Effects, block: str) -> pd.DataFrame:
    """Cells by condition and reason, in one block; the counts of a row sum to its cells."""
    mine = found.cells[found.cells["block"] == block]
    counts = pd.crosstab(mine["condition"], mine["reason"])
    table = counts.reindex(index=found.conditions, columns=list(REASONS), fill_value=0)
    table.insert(0, "cells", table.sum(axis=1))
    table.index.name = "condition"
    return table.reset_index()


def harm_table(found: Effects) -> pd.DataFrame:
    """What the single items that harm bring, by condition: items, and the cells they are in."""
    harm = found.items[found.items["effect"] == "harmed"]
    rows = [
        {
            "condition": condition,
            "what the item brings": statuses,
            "items": len(part),
            "cells": len(part.drop_duplicates(["trap_id", "seed"])),
        }
        for condition in found.conditions
        for statuses, part in harm[harm["condition"] == condition].groupby("statuses")
    ]
    columns = ["condition", "what the item brings", "items", "cells"]
    return pd.DataFrame(rows, columns=columns)
