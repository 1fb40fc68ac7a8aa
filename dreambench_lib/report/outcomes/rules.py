"""What each rule for missing cells makes of the same outcomes, with what it assumes."""

from __future__ import annotations

import pandas as pd

from dreambench_lib.report.outcomes.compared import compare_systems
from dreambench_lib.report.outcomes.tidy import Outcomes
from dreambench_lib.report.tables import Table, table
from dreambench_lib.stats import Comparison, Missing, StatsInputError


def missing_table(outcomes: Outcomes, first: str, second: str) -> Table:
    """One row a rule. It is shown to see what hangs on the choice, not to choose from."""
    rows = []
    for rule in Missing:
        row: dict[str, object] = {"rule": str(rule), "clusters": None, "D": None, "p": None}
        try:
            found = compare_systems(outcomes, first, second, rule)
        except StatsInputError as fault:
            row["p"] = f"refused: {str(fault).partition(':')[0]}"
        else:
            row |= {"clusters": found.signflip.clusters, "D": found.D, "p": found.p_exact}
            if isinstance(found, Comparison) and found.pairs.bounds:
                row["p"] = (
                    f"{float(found.pairs.bounds.smallest_p):.4g} to "
                    f"{float(found.pairs.bounds.largest_p):.4g}"
                )
        rows.append({**row, "assumes": rule.assumes})
    frame = pd.DataFrame(rows).astype({"clusters": "Int64", "D": "Int64"})
    return table(frame, "The rule is declared before the outcomes are seen.", D="+d")
