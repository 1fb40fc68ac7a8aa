"""Outcomes of other benchmarks: (system, cluster, replicate, score), from one file a format.

The cluster is the task, the replicate a repeated run of it, the score a whole number (0 and 1 for
failed and passed). `FORMATS` lists what can be read; a further format is one file and one line.
"""

from dreambench_lib.report.outcomes.compared import compare_outcomes, compare_systems
from dreambench_lib.report.outcomes.formats import FORMATS, is_outcomes, load_outcomes
from dreambench_lib.report.outcomes.rules import missing_table
from dreambench_lib.report.outcomes.tidy import ROLES, Outcomes

__all__ = [
    "FORMATS",
    "ROLES",
    "Outcomes",
    "compare_outcomes",
    "compare_systems",
    "is_outcomes",
    "missing_table",
    "load_outcomes",
]
