"""Costs for notebooks: who was asked, what it cost, what a success cost; the published table."""

from dreambench_lib.report.costs.printed import (
    PRINTED_ORIGIN,
    printed_costs,
    printed_table,
    read_printed,
)
from dreambench_lib.report.costs.readings import (
    read_attempts,
    read_parties,
    read_purse,
    read_successes,
    read_time,
)
from dreambench_lib.report.costs.source import Costs, load
from dreambench_lib.report.costs.tables import (
    cost_records,
    party_table,
    success_table,
    successes,
)

__all__ = [
    "PRINTED_ORIGIN",
    "Costs",
    "cost_records",
    "load",
    "party_table",
    "printed_costs",
    "printed_table",
    "read_attempts",
    "read_parties",
    "read_printed",
    "read_purse",
    "read_successes",
    "read_time",
    "success_table",
    "successes",
]
