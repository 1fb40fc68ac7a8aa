"""What notebook 07 shows: tables and one picture, from the shipped counts.

Nothing else in this room imports it. It looks up at `report` for the one figure style, which no
other part of this room does.
"""

from dreambench_lib.forgetting.face.matrix import judge_matrix
from dreambench_lib.forgetting.face.tables import (
    census_table,
    example_table,
    lint_table,
    paper_table,
    protocol_table,
    rank_table,
    reconcile_table,
    trap_table,
)
from dreambench_lib.forgetting.face.weekly import layer_counts, layer_scores

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
    "trap_table",
]
