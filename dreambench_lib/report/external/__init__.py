"""Other people's memories for notebooks: who was admitted, how they fared, what they cost."""

from dreambench_lib.report.external.costs import cost_table, read_cost
from dreambench_lib.report.external.published import published_table, read_published
from dreambench_lib.report.external.readings import (
    read_admitted,
    read_families,
    read_labels,
    read_outcomes,
)
from dreambench_lib.report.external.source import External, load
from dreambench_lib.report.external.tables import (
    admission_table,
    external_records,
    families_table,
    outcome_table,
    tried_table,
)

__all__ = [
    "External",
    "admission_table",
    "cost_table",
    "external_records",
    "families_table",
    "load",
    "outcome_table",
    "published_table",
    "read_admitted",
    "read_cost",
    "read_families",
    "read_labels",
    "read_outcomes",
    "read_published",
    "tried_table",
]
