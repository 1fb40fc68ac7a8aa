"""Exact, clustered, paired statistics: what outcomes show, and what they do not.

The unit of inference is the cluster (a trap with all its seeds). Every p-value is a rational
number; floats are derived from it. This room knows neither traps nor files: it takes integers,
mappings and data frames.
"""

from dreambench_lib.stats.admission import Admission
from dreambench_lib.stats.aggregate import (
    condition_table,
    construct_table,
    pass_counts,
    split_clean_start,
    stratum_rule,
)
from dreambench_lib.stats.amendments import Amendment, PlanState, Withdrawn
from dreambench_lib.stats.blocks import BLOCKS, HURTS, NEEDS
from dreambench_lib.stats.bootstrap import BootstrapInterval, cluster_bootstrap
from dreambench_lib.stats.by_block import compare_blocks
from dreambench_lib.stats.certificate import Certificate, certify, check_certificate
from dreambench_lib.stats.claims import Evaluation, Judged, evaluate
from dreambench_lib.stats.comparison import (
    Comparison,
    compare,
    compare_pairs,
)
from dreambench_lib.stats.ends import Ends, bootstrap_ends
from dreambench_lib.stats.equivalence import (
    EquivalenceResult,
    MarginResult,
    equivalence_test,
    noninferiority_test,
    superiority_test,
)
from dreambench_lib.stats.exactpower import Power, exact_power
from dreambench_lib.stats.families import (
    PUBLISHED_FAMILIES,
    V1,
    V2,
    V21_A,
    V21_B,
    Family,
    Slot,
)
from dreambench_lib.stats.flipped import EXPLORATORY
from dreambench_lib.stats.frames import attach_traps, outcomes, trap_constructs
from dreambench_lib.stats.holm import HolmSlot, holm
from dreambench_lib.stats.inputs import StatsInputError
from dreambench_lib.stats.intervals import (
    Interval,
    clopper_pearson,
    matched_pair_interval,
    wilson,
)
from dreambench_lib.stats.inversion import ShiftInterval, signflip_interval
from dreambench_lib.stats.many import relative_error_bound, signflip_p_many
from dreambench_lib.stats.mcnemar import McNemarResult, mcnemar_test
from dreambench_lib.stats.missing import Missing
from dreambench_lib.stats.paired import Discordance, Pairs, pair_outcomes
from dreambench_lib.stats.planning import Effect, clusters_needed, smallest_effect
from dreambench_lib.stats.power import SignPlan, sign_p, sign_plan
from dreambench_lib.stats.preregistration import (
    Claim,
    Demand,
    PlannedFamily,
    PlannedSlot,
    Preregistration,
)
from dreambench_lib.stats.scored import ScoreComparison, compare_scores
from dreambench_lib.stats.seedmodel import score_distribution, seed_model
from dreambench_lib.stats.sensitivity import (
    Sensitivity,
    construct_balanced,
    leave_one_out,
    sensitivity,
)
from dreambench_lib.stats.signflip import SignflipResult, signflip_test
from dreambench_lib.stats.worst_case import Bounds

__all__ = [
    "BLOCKS",
    "EXPLORATORY",
    "HURTS",
    "NEEDS",
    "PUBLISHED_FAMILIES",
    "V1",
    "V2",
    "V21_A",
    "V21_B",
    "Admission",
    "Amendment",
    "BootstrapInterval",
    "Bounds",
    "Certificate",
    "Claim",
    "Comparison",
    "Demand",
    "Discordance",
    "Effect",
    "Ends",
    "EquivalenceResult",
    "Evaluation",
    "Family",
    "HolmSlot",
    "Interval",
    "Judged",
    "MarginResult",
    "McNemarResult",
    "Missing",
    "Pairs",
    "PlanState",
    "PlannedFamily",
    "PlannedSlot",
    "Power",
    "Preregistration",
    "ScoreComparison",
    "Sensitivity",
    "ShiftInterval",
    "SignPlan",
    "SignflipResult",
    "Slot",
    "StatsInputError",
    "Withdrawn",
    "attach_traps",
    "bootstrap_ends",
    "certify",
    "check_certificate",
    "clopper_pearson",
    "cluster_bootstrap",
    "clusters_needed",
    "compare",
    "compare_blocks",
    "compare_pairs",
    "compare_scores",
    "condition_table",
    "construct_balanced",
    "construct_table",
    "equivalence_test",
    "evaluate",
    "exact_power",
    "holm",
    "leave_one_out",
    "matched_pair_interval",
    "mcnemar_test",
    "noninferiority_test",
    "outcomes",
    "pair_outcomes",
    "pass_counts",
    "relative_error_bound",
    "score_distribution",
    "seed_model",
    "sensitivity",
    "sign_p",
    "sign_plan",
    "signflip_interval",
    "signflip_p_many",
    "signflip_test",
    "smallest_effect",
    "split_clean_start",
    "stratum_rule",
    "superiority_test",
    "trap_constructs",
    "wilson",
]
