"""Hygiene for notebooks: tables, sentences and stories of a run's derived tables."""

from dreambench_lib.report.hygiene.ablation_tables import (
    ablation_pairs,
    ablation_table,
    deviations_table,
    extraction_table,
    validity_table,
)
from dreambench_lib.report.hygiene.held_out import (
    held_out_audit,
    held_out_table,
    read_held_out,
)
from dreambench_lib.report.hygiene.published import (
    beside_published,
    differences_table,
    published_correlations,
)
from dreambench_lib.report.hygiene.readings import (
    read_ablations,
    read_anchors,
    read_budgets,
    read_correlations,
    read_exposures,
    read_extraction,
    read_repairs,
)
from dreambench_lib.report.hygiene.source import Hygiene, load
from dreambench_lib.report.hygiene.story import CellStory, choose_cells, stories
from dreambench_lib.report.hygiene.tables import (
    BEHAVIOUR,
    EXPOSURES,
    STORES,
    budget_table,
    correlation_table,
    fama_table,
    hygiene_table,
    plain,
    repair_table,
)

__all__ = [
    "BEHAVIOUR",
    "EXPOSURES",
    "STORES",
    "CellStory",
    "Hygiene",
    "ablation_pairs",
    "ablation_table",
    "beside_published",
    "budget_table",
    "choose_cells",
    "correlation_table",
    "deviations_table",
    "differences_table",
    "extraction_table",
    "fama_table",
    "held_out_audit",
    "held_out_table",
    "hygiene_table",
    "load",
    "plain",
    "published_correlations",
    "read_ablations",
    "read_anchors",
    "read_budgets",
    "read_correlations",
    "read_exposures",
    "read_extraction",
    "read_held_out",
    "read_repairs",
    "repair_table",
    "stories",
    "validity_table",
]
