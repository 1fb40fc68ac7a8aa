"""What the notebooks call, under one roof: ``from dreambench_lib.report import notebook as db``."""

from dreambench_lib.report import costs, external, figures, hygiene, why
from dreambench_lib.report.again import read_again, same_records
from dreambench_lib.report.audit_readings import (
    read_discrimination,
    read_flakes,
    read_mutation,
    read_splits,
)
from dreambench_lib.report.audit_tables import (
    discrimination_rows,
    discrimination_table,
    mutation_table,
    overlap_table,
    shown_table,
    together_table,
    verbatim_table,
)
from dreambench_lib.report.claims import read_review, review_table, withheld, withheld_table
from dreambench_lib.report.comparing import comparisons
from dreambench_lib.report.comparison_tables import comparison_table, sensitivity_table
from dreambench_lib.report.conclusions import conclusions
from dreambench_lib.report.display import register
from dreambench_lib.report.explore import Explorer
from dreambench_lib.report.family_tables import family_of, family_table, post_hoc_family, v1_table
from dreambench_lib.report.folds import author_table, fold_table
from dreambench_lib.report.frames import Frames, load
from dreambench_lib.report.outcomes import compare_systems, load_outcomes, missing_table
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
from dreambench_lib.report.plans import claims_table, hold
from dreambench_lib.report.power_tables import power_table
from dreambench_lib.report.pressed import load_study
from dreambench_lib.report.pressed_readings import read_changes, read_pressure, read_study
from dreambench_lib.report.pressed_tables import changes, counts_table, pressure_table
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
from dreambench_lib.report.shifts import read_shift
from dreambench_lib.report.shown import hygiene_panel, what_was_shown
from dreambench_lib.report.tables import table
from dreambench_lib.report.trap_audit import read_audit, read_currency
from dreambench_lib.report.trap_story import TrapStory
from dreambench_lib.report.trap_tables import (
    check_table,
    funnel_table,
    gate_table,
    quota_table,
    read_gates,
    standing_for,
    trap_set,
    trap_table,
)
from dreambench_lib.report.warmup import read_warm_up, warm_up

register()

__all__ = [
    "Explorer",
    "Frames",
    "ROOT",
    "TrapStory",
    "all_records",
    "author_table",
    "beside_printed_intervals",
    "changes",
    "check_table",
    "claims_table",
    "compare_systems",
    "comparison_table",
    "comparisons",
    "conclusions",
    "construct_rates",
    "costs",
    "counts_table",
    "discrimination_rows",
    "discrimination_table",
    "external",
    "family_of",
    "family_table",
    "figures",
    "finding_table",
    "fold_table",
    "funnel_table",
    "gate_table",
    "hold",
    "hygiene",
    "hygiene_panel",
    "load",
    "load_outcomes",
    "load_study",
    "missing_table",
    "mutation_table",
    "numbers",
    "overlap_table",
    "paper_tables",
    "pass_rates",
    "plan_of",
    "plan_table",
    "post_hoc_family",
    "power_table",
    "pressure_table",
    "quota_table",
    "rates_table",
    "read_again",
    "read_audit",
    "read_changes",
    "read_currency",
    "read_discrimination",
    "read_flakes",
    "read_gates",
    "read_mutation",
    "read_outcomes",
    "read_pressure",
    "read_profile",
    "read_rates",
    "read_review",
    "read_root",
    "read_shift",
    "read_splits",
    "read_study",
    "read_warm_up",
    "receipt_table",
    "record",
    "record_table",
    "recorded",
    "review_table",
    "root_of",
    "run_again",
    "run_profile",
    "same_records",
    "say",
    "sensitivity_table",
    "shown_table",
    "standing_for",
    "table",
    "together_table",
    "trap_set",
    "trap_table",
    "used_numbers",
    "why",
    "v1_table",
    "validate",
    "verbatim_table",
    "warm_up",
    "what_was_shown",
    "withheld",
    "withheld_table",
    "write_claims",
    "write_numbers",
]
