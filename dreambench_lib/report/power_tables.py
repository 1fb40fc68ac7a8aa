"""What a test of so many traps could have seen."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from dreambench_lib.stats import sign_plan
from dreambench_lib.stats.power import sign_p

SHARES = (0.65, 0.70, 0.75)


def power_table(nonzero: int, others: Iterable[int] = (20, 30, 40, 50, 60)) -> pd.DataFrame:
    """Critical split and power of the equal-weight sign model, for `nonzero` traps and others.

    `nonzero` counts the traps that are not tied: ties do not help to reject.

    Columns: traps not tied, this comparison, smallest split that rejects, its p, then the power at
    three shares.
    """
    return pd.DataFrame(_row(count, count == nonzero) for count in sorted({nonzero, *others}))


def _row(count: int, ours: bool) -> dict[str, object]:
    head: dict[str, object] = {"traps not tied": count, "this comparison": "◀" if ours else ""}
    if count < 1 or sign_p(count, 0) > 0.05:
        never = {f"power at {share:.2f}": 0.0 for share in SHARES}
        return {**head, "smallest split that rejects": "none rejects", "its p": None, **never}
    plan = sign_plan(count, SHARES)
    power = {f"power at {float(share):.2f}": float(value) for share, value in plan.power.items()}
    return {
        **head,
        "smallest split that rejects": plan.split,
        "its p": float(plan.p_exact),
        **power,
    }
