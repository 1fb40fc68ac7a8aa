"""Executable preregistration: plans as files, held against the outcomes of a source.

``NAME.toml`` is written by hand, ``NAME.frozen.json`` is its canonical form, whose SHA-256 a run
carries, and ``NAME.amendments.jsonl`` the log of what was added later. `dreambench_lib.stats` knows
what a plan means; this package knows where it lies.
"""

from dreambench_lib.report.plans.evaluated import claims_table, evaluate_source, hold
from dreambench_lib.report.plans.files import (
    amend,
    carried_files,
    freeze,
    paths,
    read_frozen,
)
from dreambench_lib.report.plans.stamps import plan_of_source, stamp

__all__ = [
    "amend",
    "carried_files",
    "claims_table",
    "evaluate_source",
    "freeze",
    "hold",
    "paths",
    "plan_of_source",
    "read_frozen",
    "stamp",
]
