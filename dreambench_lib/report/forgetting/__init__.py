"""What notebook 07 shows: tables and one picture, from the shipped counts."""

from dreambench_lib.report.forgetting.matrix import judge_matrix
from dreambench_lib.report.forgetting.tables import (
    census_table,
    example_table,
    lint_table,
    paper_table,
    protocol_table,
    rank_table,
    reconcile_table,
    tie_table,
    trap_table,
)
from dreambench_lib.report.forgetting.weekly import layer_counts, layer_scores

__all__ = [
    "census_table",
    "example_table",
    "judge_matrix",
    "layer_counts",
    "layer_scores",
    "lint_table",
    "paper_table",
    "protocol_table",
    "rank_table",
    "reconcile_table",
    "tie_table",
    "trap_table",
]
