"""What the notebooks call, under one roof: ``from dreambench_lib.report import notebook as db``."""

from dreambench_lib.report import figures
from dreambench_lib.report.comparing import comparisons
from dreambench_lib.report.comparison_tables import comparison_table, sensitivity_table
from dreambench_lib.report.conclusions import conclusions
from dreambench_lib.report.family_tables import family_of, family_table, v1_table
from dreambench_lib.report.frames import Frames, load
from dreambench_lib.report.paper import (
    all_records,
    numbers,
    used_numbers,
    write_claims,
    write_numbers,
)
from dreambench_lib.report.paper_tables import paper_tables, record_table
from dreambench_lib.report.parameters import validate
from dreambench_lib.report.places import ROOT
from dreambench_lib.report.power_tables import power_table
from dreambench_lib.report.printed import beside_printed_intervals
from dreambench_lib.report.prose import say
from dreambench_lib.report.rates import construct_rates, pass_rates, rates_table
from dreambench_lib.report.readings import read_outcomes, read_profile, read_rates
from dreambench_lib.report.record import record, recorded
from dreambench_lib.report.rerun import (
    finding_table,
    plan_of,
    plan_table,
    read_root,
    receipt_table,
    root_of,
    run_again,
    run_profile,
)
from dreambench_lib.report.shown import hygiene_panel, what_was_shown
from dreambench_lib.report.tables import table
from dreambench_lib.report.trap_story import TrapStory
from dreambench_lib.report.trap_tables import (
    check_table,
    funnel_table,
    gate_table,
    quota_table,
    read_gates,
    trap_set,
    trap_table,
)

__all__ = [
    "ROOT",
    "all_records",
    "numbers",
    "used_numbers",
    "write_claims",
    "write_numbers",
    "paper_tables",
    "record_table",
    "Frames",
    "TrapStory",
    "beside_printed_intervals",
    "check_table",
    "comparison_table",
    "comparisons",
    "conclusions",
    "construct_rates",
    "family_of",
    "family_table",
    "figures",
    "finding_table",
    "funnel_table",
    "gate_table",
    "hygiene_panel",
    "load",
    "pass_rates",
    "plan_of",
    "plan_table",
    "power_table",
    "quota_table",
    "rates_table",
    "read_gates",
    "read_outcomes",
    "read_profile",
    "read_rates",
    "read_root",
    "receipt_table",
    "record",
    "recorded",
    "root_of",
    "run_again",
    "run_profile",
    "say",
    "sensitivity_table",
    "table",
    "trap_set",
    "trap_table",
    "v1_table",
    "validate",
    "what_was_shown",
]
