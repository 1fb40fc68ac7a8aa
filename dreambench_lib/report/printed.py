"""Figures as the paper prints them, beside ours and with the difference, never instead of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd

from dreambench_lib.report.columns import rows
from dreambench_lib.report.places import ROOT


def published_file(name: str) -> Path:
    """A file of the published fold."""
    return ROOT / "results" / "published" / name


def printed() -> dict[str, Any]:
    """`results/published/figures.json`."""
    found: dict[str, Any] = json.loads(published_file("figures.json").read_text(encoding="utf-8"))
    return found


def beside_printed_intervals(rates: pd.DataFrame) -> pd.DataFrame:
    """Our exact bootstrap intervals and the printed ones (2,000 draws), in pass rates.

    Columns: condition, low, high, printed low, printed high, largest difference.
    """
    ends = printed()["bootstrap_ci95"]
    return pd.DataFrame(
        {
            "condition": row["condition"],
            "low": row["low"],
            "high": row["high"],
            "printed low": ends[row["condition"]][0],
            "printed high": ends[row["condition"]][1],
            "largest difference": max(
                abs(row[side] - ends[row["condition"]][at])
                for at, side in enumerate(("low", "high"))
            ),
        }
        for row in rows(rates)
        if row["block"] == "all" and row["condition"] in ends
    )


def printed_p(first: str, second: str) -> float | None:
    """The clustered p that the paper prints for this comparison of v2."""
    for one in printed()["p_family"]["comparisons"]:
        if (one["first"], one["second"]) == (first, second):
            return float(one["clustered_p"])
    return None
