"""One failed cell, told item by item: what the verdict would have been without each."""

from __future__ import annotations

from typing import Any, NamedTuple

import pandas as pd

from dreambench_lib.report.why.effects import Effects


class Story(NamedTuple):
    """A cell and what each of its shown items did."""

    cell: str
    """``condition/agent/trap/seed``; empty where no cell was harmed by one item."""
    items: pd.DataFrame


def story(found: Effects, condition: str | None = None) -> Story:
    """The first cell that one item made fail: of `condition`, else of any in their order."""
    harm = found.items[found.items["effect"] == "harmed"]
    for name in found.conditions if condition is None else [condition]:
        mine = harm[harm["condition"] == name].sort_values(["trap_id", "seed", "rank"])
        if len(mine):
            first = mine.iloc[0]
            keys = ["condition", "agent", "trap_id", "seed"]
            cell = found.items[(found.items[keys] == first[keys]).all(axis=1)]
            return Story("/".join(str(first[key]) for key in keys), cell.sort_values("rank"))
    return Story("", found.items.iloc[:0])


def story_table(told: Story) -> pd.DataFrame:
    """A row an item: its rank, what it brings, the verdict without it, the checks that turn."""
    words: dict[Any, str] = {True: "passes", False: "fails"}
    return pd.DataFrame(
        {
            "rank": told.items["rank"],
            "what the item brings": told.items["statuses"],
            "without it the cell": told.items["after"].map(words),
            "checks that turn": told.items["checks"].replace("", "none"),
        }
    )
