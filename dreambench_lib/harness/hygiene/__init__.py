"""Hygiene: what memories stored, blocked and showed, from a run's tables, never from its passes.

Profile, FAMA, ablations and validity are pure functions of the tables `cells`, `recalls`, `checks`
and `traps` (data frames as `report.load` gives them, or the CSV files as pandas reads them).
Repairs are asked of stores, which are lived through again from the records. Only the scored session
counts, and the two blocks of constructs are never pooled.
"""

from dreambench_lib.harness.hygiene.correlation import correlations
from dreambench_lib.harness.hygiene.fama import FamaRow, judge_free_fama
from dreambench_lib.harness.hygiene.metrics import METRICS, Metric
from dreambench_lib.harness.hygiene.profile import Profile, hygiene
from dreambench_lib.harness.hygiene.rates import Rate
from dreambench_lib.harness.hygiene.scored import Scored, scored

__all__ = [
    "METRICS",
    "FamaRow",
    "Metric",
    "Profile",
    "Rate",
    "Scored",
    "correlations",
    "hygiene",
    "judge_free_fama",
    "scored",
]
