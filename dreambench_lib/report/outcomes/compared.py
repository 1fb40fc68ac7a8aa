"""Two systems of others' outcomes, compared like two conditions of ours."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dreambench_lib.errors import BadInput
from dreambench_lib.report.outcomes.formats import load_outcomes
from dreambench_lib.report.outcomes.tidy import Outcomes
from dreambench_lib.report.shifts import shift_of
from dreambench_lib.stats import (
    Comparison,
    Missing,
    ScoreComparison,
    compare_pairs,
    compare_scores,
    pair_outcomes,
)


def compare_systems(
    outcomes: Outcomes, first: str, second: str, missing: Missing | str = Missing.REFUSE
) -> Comparison | ScoreComparison:
    """The clustered comparison; with McNemar beside it where every score is 0 or 1.

    >>> from dreambench_lib.report.outcomes.tidy import Row, tidy
    >>> rows = [Row("", s, f"t{t}", "1", int(s == "A")) for s in "AB" for t in range(6)]
    >>> compare_systems(tidy(rows, "f"), "A", "B").p_exact
    Fraction(1, 32)
    """
    if first == second:
        raise BadInput(f"{first!r} cannot be compared with itself: name two systems")
    one, other = outcomes.of(first), outcomes.of(second)
    if outcomes.binary:
        return compare_pairs(first, second, pair_outcomes(one, other, missing=missing))
    return compare_scores(first, second, one, other, missing=missing)


def compare_outcomes(
    path: Path,
    first: str,
    second: str,
    *,
    missing: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The comparison as plain JSON values. It carries no plan, so it is exploratory."""
    outcomes = load_outcomes(path, columns)
    found = compare_systems(outcomes, first, second, missing or Missing.REFUSE)
    interval = {"interval": shift_of(found)} if isinstance(found, Comparison) else {}
    return {
        "source": path.name,
        "label": f"outcomes in {path.name}",
        "agent": "as given",
        "excluded": len(outcomes.left_out),
        "left_out": list(outcomes.left_out),
        "note": outcomes.note,
        "plan": None,
        **found.as_dict(),
        **interval,
    }
