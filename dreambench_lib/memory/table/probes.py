"""DF and its kin, and the paper's ablations of it. `-rules`: typed by rule, no model is called."""

from __future__ import annotations

from dreambench_lib.memory.table.entry import Condition

_PROBE = "dreambench_lib.memory.probe"
_TYPED = "Only what was typed is kept: a note in which no fact was read is gone."
_RULES = "Typed by rule instead of by a judge; one recall per note; text = the sentences typed. "
_LIFE = ("status_superseded", "status_stale", "active_superseder", "stale_block", "expired")
_PUT_AWAY = (*_LIFE, "text", "score")
"""One field of a note may be put away, and the rest of it be shown, or rank lower."""

PROBES = (
    Condition(
        id="DF-rules",
        memory=f"{_PROBE}.facts:Facts",
        meaning="Typed facts only, with replay, field-level repair and gated reading.",
        differs=_RULES + "A newer field supersedes a field, not a whole memory; no staleness by "
        "prompt word.",
        forbids=_TYPED,
    ),
    Condition(
        id="DF-strict-rules",
        memory=f"{_PROBE}.facts:StrictFacts",
        meaning="DF-rules with threshold 1.5 and at most 3 items and 600 words.",
        differs=_RULES + "Otherwise as published.",
        forbids=_TYPED + " The threshold and its own limit refuse more.",
    ),
    Condition(
        id="DF-hybrid-rules",
        memory=f"{_PROBE}.probe:Probe",
        meaning="Raw notes with fields typed by rule, field-level repair, gated reading.",
        differs="Typed by rule; a capsule of every note, whole, outside repair (published: the "
        "first event, 600 characters); capsule and fields are one recall; no replay.",
    ),
    Condition(
        id="DF-raw-only",
        memory=f"{_PROBE}.variants:RawOnly",
        meaning="Raw notes behind the gate, nothing typed.",
        differs="A capsule of every note, whole, with session and date; published: the first "
        "event, 600 characters, without its session.",
    ),
    Condition(
        id="DF-strict-hybrid-rules",
        memory=f"{_PROBE}.variants:StrictHybrid",
        meaning="DF-hybrid-rules with threshold 1.5 and at most 3 items and 600 words.",
        differs="As DF-hybrid-rules.",
        forbids="The threshold and its own limit refuse what others would show.",
    ),
    Condition(
        id="A0",
        memory=f"{_PROBE}.whole:WholeEpisodes",
        meaning="One raw episode per session behind the gate.",
        differs="Notes stand first, and each episode gets its share of the word budget; published: "
        "1,200 characters, which end before the events.",
    ),
    Condition(
        id="A2-rules",
        memory=f"{_PROBE}.variants:NoRepair",
        meaning="DF-rules without contradiction repair.",
        differs=_RULES,
        forbids=_TYPED,
        ablates="DF-rules",
        lacks="repair",
        # Also its records of contradictions, which stay below the threshold.
        explains=(*_PUT_AWAY, "below_admission_threshold"),
    ),
    Condition(
        id="A4-rules",
        memory=f"{_PROBE}.variants:NoReplay",
        meaning="DF-rules without counterfactual replay.",
        differs=_RULES + "Replay by rule adds only failure memories; artifacts wait for review.",
        forbids=_TYPED,
        ablates="DF-rules",
        lacks="replay",
        explains=("failure raw", "status_requires_review", "text"),
    ),
    Condition(
        id="A5-rules",
        memory=f"{_PROBE}.variants:NoStaleBlocking",
        meaning="DF-rules that shows what is stale, superseded or expired as well.",
        differs=_RULES,
        forbids=_TYPED,
        ablates="DF-rules",
        lacks="stale blocking",
        explains=_PUT_AWAY,
    ),
    Condition(
        id="A6-rules",
        memory=f"{_PROBE}.variants:NoGate",
        meaning="DF-rules without hard gate and threshold: the whole store, ranked.",
        differs=_RULES + "One namespace per trap: it cannot read another trap's memory.",
        forbids=_TYPED,
        ablates="DF-rules",
        lacks="hard gates",
        explains=("*",),
    ),
    Condition(
        id="A11-rules",
        memory=f"{_PROBE}.variants:GlobalMaintenance",
        meaning="DF-rules with repair over the whole store, whatever the scopes.",
        differs=_RULES + "Whole store = all repositories of one trap (published: of two traps).",
        forbids=_TYPED,
        ablates="DF-rules",
        lacks="local scope",
        explains=_PUT_AWAY,
    ),
)
