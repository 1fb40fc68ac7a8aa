"""The probe's relatives, each a line or two: what differs stands in the class, why in the table."""

from __future__ import annotations

from dreambench_lib.memory.probe.facts import Facts, StrictFacts
from dreambench_lib.memory.probe.gate import (
    ALL_TYPES,
    GATES,
    Gate,
    View,
    gates_without,
)
from dreambench_lib.memory.probe.items import Item
from dreambench_lib.memory.probe.operators import (
    consolidate,
    ground,
    keep_raw,
    repair_fields,
    suppress_stale,
    without,
)
from dreambench_lib.memory.probe.probe import Probe
from dreambench_lib.memory.probe.replay import replay
from dreambench_lib.memory.probe.unguarded import age_only
from dreambench_lib.memory.probe.wide import repair_everywhere, retire_notes


class RawOnly(Probe):
    """DF-raw-only: capsules behind the gate, nothing typed."""

    operators = (keep_raw,)


class StrictHybrid(Probe):
    """DF-strict-hybrid: the hybrid with DF-strict's numbers."""

    theta, limit = StrictFacts.theta, StrictFacts.limit


class NoRepair(Facts):
    """A2: no contradiction repair."""

    operators = (consolidate, replay, suppress_stale, ground)


class NoReplay(Facts):
    """A4: no counterfactual replay."""

    operators = (consolidate, repair_fields, suppress_stale, ground)


def _status_but_stale(item: Item, view: View) -> str:
    return "" if item.status in ("superseded", "stale") else GATES["status"](item, view)


class NoStaleBlocking(Facts):
    """A5: what is stale, superseded or expired is known as such and shown all the same."""

    gates: dict[str, Gate] = {
        **gates_without("expiry", "superseder", "staleness"),
        "status": _status_but_stale,
    }


class NoGate(Facts):
    """A6: the whole store, ranked; no hard gate and no threshold."""

    gates: dict[str, Gate] = {}
    theta = float("-inf")


class GlobalMaintenance(Facts):
    """A11: repair over the whole store, whatever the scopes."""

    operators = (consolidate, replay, repair_everywhere, suppress_stale, ground)


class NoConsolidation(Probe):
    """The hybrid without typed items."""

    operators = without("consolidate")


class NoProvenanceGate(Probe):
    """The hybrid without grounding, at sleep and at reading."""

    operators = without("ground")
    gates = gates_without("provenance")


class NoScopeGate(Probe):
    """The hybrid without the gates on repository, files, symbols and task."""

    gates = gates_without("repo", "files", "symbols", "task")


class NoTypePolicy(Probe):
    """The hybrid with contradiction records among what may be shown."""

    types = ALL_TYPES


class NoRiskGate(Probe):
    """The hybrid with speculation neither sent to review nor blocked."""

    operators = (keep_raw, consolidate, repair_fields, age_only, ground)
    gates = gates_without("risk")


class SimilarityOnly(Probe):
    """The hybrid's store ranked by shared words alone."""

    gates: dict[str, Gate] = {}
    types = ALL_TYPES
    weights = {"lexical": 1.0}
    theta = float("-inf")


class NoCapsule(Facts):
    """The hybrid without raw evidence: typed facts only."""

    operators = without("keep_raw")
    types = Probe.types


class WholeNotes(Probe):
    """The hybrid with whole notes superseded where one field changed."""

    operators = (keep_raw, consolidate, repair_fields, retire_notes, suppress_stale, ground)
