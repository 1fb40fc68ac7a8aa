"""Which metrics say the same: Pearson's r between metrics, over conditions."""

from __future__ import annotations

import math
from itertools import combinations

import pandas as pd

from dreambench_lib.harness.hygiene.profile import Profile

LIMIT = 0.95
"""Beyond it (in absolute value) two metrics are one, and must not be read as two findings."""
FEWEST = 3
"""Two conditions always lie on a line."""


def correlations(profile: Profile | pd.DataFrame) -> pd.DataFrame:
    """Every pair of metrics with r, the number of conditions it rests on, and a warning.

    r is missing where fewer than three conditions have both, or one of them is constant.

    Args:
        profile: A profile, or its shares: conditions down, metrics across.
    """
    wide = profile.wide() if isinstance(profile, Profile) else profile
    rows = []
    for first, second in combinations(wide.columns, 2):
        both = wide[[first, second]].dropna().astype("float64")
        r = _pearson(both[first].tolist(), both[second].tolist())
        warning = r is not None and abs(r) > LIMIT
        rows.append(
            {
                "first": first,
                "second": second,
                "r": r,
                "conditions": len(both),
                "warning": f"|r| > {LIMIT}: one finding, not two" if warning else "",
            }
        )
    return pd.DataFrame(rows).astype({"r": "Float64"})


def _pearson(first: list[float], second: list[float]) -> float | None:
    if len(first) < FEWEST:
        return None
    mean_a, mean_b = sum(first) / len(first), sum(second) / len(second)
    a, b = [value - mean_a for value in first], [value - mean_b for value in second]
    size = math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))
    if size < 1e-12:
        return None
    # Rounding may carry a perfect line past 1.
    return max(-1.0, min(1.0, sum(x * y for x, y in zip(a, b, strict=True)) / size))
