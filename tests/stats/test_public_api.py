"""The names of this room: adding or dropping one is a decision, not an accident."""

from __future__ import annotations

import dreambench_lib.stats as room

NAMES = """
BLOCKS HURTS NEEDS PUBLISHED_FAMILIES V1 V2 V21_A V21_B
BootstrapInterval Certificate Comparison Discordance Effect EquivalenceResult Family HolmSlot
Interval MarginResult McNemarResult Pairs Power Sensitivity ShiftInterval SignPlan SignflipResult
Slot StatsInputError
attach_traps certify check_certificate clopper_pearson cluster_bootstrap clusters_needed compare
compare_blocks compare_pairs condition_table construct_balanced construct_table equivalence_test
exact_power holm leave_one_out matched_pair_interval mcnemar_test noninferiority_test outcomes
pair_outcomes pass_counts relative_error_bound score_distribution seed_model sensitivity sign_p
sign_plan signflip_interval signflip_p_many signflip_test smallest_effect split_clean_start
stratum_rule superiority_test trap_constructs wilson
"""


def test_public_names() -> None:
    assert sorted(room.__all__) == sorted(NAMES.split())
    assert all(hasattr(room, name) for name in room.__all__)


def test_every_public_name_is_documented() -> None:
    for name in room.__all__:
        thing = getattr(room, name)
        if callable(thing):
            assert thing.__doc__, name
            assert thing.__module__.startswith("dreambench_lib.stats"), name
