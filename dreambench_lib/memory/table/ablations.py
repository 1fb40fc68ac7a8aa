"""The ablations that the paper designed and did not run: of the hybrid, as we read them."""

from __future__ import annotations

from typing import NamedTuple

from dreambench_lib.memory.table.entry import Condition

_HOME = "dreambench_lib.memory.probe.variants"
_FULL = "DF-hybrid-rules"


class _Less(NamedTuple):
    """One ablation: what it does, what it lacks, and how far that can be seen."""

    id: str
    cls: str
    meaning: str
    lacks: str
    explains: tuple[str, ...]
    more: str = ""
    forbids: str = ""


_LESS = (
    _Less(
        "no-consolidation",
        "NoConsolidation",
        "without typed items.",
        "consolidation",
        ("*",),
        "No rule runs, so repair has nothing to work on: it recalls what DF-raw-only does.",
    ),
    _Less(
        "no-provenance-gate-rules",
        "NoProvenanceGate",
        "without grounding and the provenance gate.",
        "provenance gate",
        ("ungrounded_provenance", "status_requires_review"),
        "Typing by rule quotes its evidence, so this shows only with a model as extractor.",
    ),
    _Less(
        "no-scope-gate-rules",
        "NoScopeGate",
        "without the gates on repository, files, symbols and task.",
        "scope gate",
        (
            "repo_scope_conflict",
            "file_scope_conflict",
            "symbol_scope_conflict",
            "task_scope_conflict",
        ),
    ),
    _Less(
        "no-type-policy-rules",
        "NoTypePolicy",
        "with contradiction records among what may be shown.",
        "type policy",
        ("type_policy",),
        "A record only names ids and seldom reaches the threshold.",
    ),
    _Less(
        "no-risk-gate-rules",
        "NoRiskGate",
        "with speculation neither sent to review nor blocked.",
        "risk gate",
        ("status_requires_review", "risk_block"),
    ),
    _Less(
        "similarity-only-gate-rules",
        "SimilarityOnly",
        "with its whole store ranked by shared words alone.",
        "gates and score",
        ("*",),
    ),
    _Less(
        "no-capsule-rules",
        "NoCapsule",
        "without raw notes: typed facts only.",
        "capsule",
        ("*",),
        "Unlike DF-rules it has no replay and keeps the type policy.",
        "Only what was typed is kept: a note in which no fact was read is gone.",
    ),
    _Less(
        "no-field-supersession-rules",
        "WholeNotes",
        "with a whole note superseded where one field changed.",
        "field supersession",
        ("status_superseded", "status_stale", "active_superseder", "stale_block", "text", "score"),
        "It is what the published implementation did (10.18).",
    ),
)

ABLATIONS = tuple(
    Condition(
        id=less.id,
        memory=f"{_HOME}:{less.cls}",
        meaning=f"{_FULL} {less.meaning}",
        differs=f"Designed in the paper and never run there; ablates {_FULL}. {less.more}".strip(),
        forbids=less.forbids,
        ablates=_FULL,
        lacks=less.lacks,
        explains=less.explains,
    )
    for less in _LESS
)
