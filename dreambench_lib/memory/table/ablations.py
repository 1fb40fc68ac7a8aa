"""The ablations that the paper designed and did not run: of the hybrid, as we read them."""

from __future__ import annotations

from dreambench_lib.memory.table.entry import Condition

_HOME = "dreambench_lib.memory.probe.variants"
_DESIGNED = "Designed in the paper and never run there; ablates DF-hybrid-rules."

ABLATIONS = tuple(
    Condition(
        id=name,
        memory=f"{_HOME}:{cls}",
        meaning=f"DF-hybrid-rules {meaning}",
        differs=f"{_DESIGNED}{more}",
        forbids=forbids,
    )
    for name, cls, meaning, more, forbids in (
        (
            "no-consolidation",
            "NoConsolidation",
            "without typed items.",
            " No rule runs, so repair has nothing to work on: it recalls what DF-raw-only does.",
            "",
        ),
        (
            "no-provenance-gate-rules",
            "NoProvenanceGate",
            "without grounding and the provenance gate.",
            " Typing by rule quotes its evidence, so this shows only with a model as extractor.",
            "",
        ),
        (
            "no-scope-gate-rules",
            "NoScopeGate",
            "without the gates on repository, files, symbols and task.",
            "",
            "",
        ),
        (
            "no-type-policy-rules",
            "NoTypePolicy",
            "with contradiction records among what may be shown.",
            " A record only names ids and seldom reaches the threshold.",
            "",
        ),
        (
            "no-risk-gate-rules",
            "NoRiskGate",
            "with speculation neither sent to review nor blocked.",
            "",
            "",
        ),
        (
            "similarity-only-gate-rules",
            "SimilarityOnly",
            "with its whole store ranked by shared words alone.",
            "",
            "",
        ),
        (
            "no-capsule-rules",
            "NoCapsule",
            "without raw notes: typed facts only.",
            " Unlike DF-rules it has no replay and keeps the type policy.",
            "Only what was typed is kept: a note in which no fact was read is gone.",
        ),
        (
            "no-field-supersession-rules",
            "WholeNotes",
            "with a whole note superseded where one field changed.",
            " It is what the published implementation did (10.18).",
            "",
        ),
    )
)
