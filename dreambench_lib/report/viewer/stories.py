"""All cells of a run told, trap by trap, while its outcomes are counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.hygiene.relive import Life, Past
from dreambench_lib.records import CellRecord
from dreambench_lib.report.viewer.run import Source, state_of
from dreambench_lib.report.viewer.told import Shard
from dreambench_lib.traps.keys import parse_key
from dreambench_lib.traps.mint import Instance
from dreambench_lib.traps.pressure import minted

Said = Callable[[int, int], None]
"""Called with the cells told and the cells planned."""
FEW = 1_000
"""Cells up to which memories are lived through again without being asked for: some seconds."""


@dataclass
class Told:
    """A run's shards, by trap."""

    source: Source
    stored: bool
    shards: dict[str, Shard] = field(default_factory=dict)
    digests: dict[tuple[str, int], str] = field(default_factory=dict)
    """(trap, seed) to the digest of the instance that its cells met."""


def tell(source: Source, stored: bool | None, said: Said) -> Told:
    """Read every record once; fills the source's states.

    Args:
        stored: Live every memory through again, to say what it stored; None: where cells are few.
    """
    outcomes, plan = source.outcomes, source.plan
    if plan is None:
        return Told(source, False)
    found = Told(source, outcomes.planned <= FEW if stored is None else stored)
    past = Past(plan, parse_key(source.key), source.traps)
    instances: dict[tuple[str, int], Instance] = {}
    for number, (record, receipt) in enumerate(source.records(), 1):
        trap, seed = record.key.trap_id, record.key.seed
        if trap not in source.traps:
            raise BadInput(f"a record of {outcomes.name} names trap {trap!r}, not in its plan")
        place = (trap, seed)
        if place not in instances:
            instances[place] = minted(source.traps[trap], past.key, seed, plan.dials)
        if record.instance_digest:
            found.digests[place] = record.instance_digest
        shard = found.shards.setdefault(trap, Shard(trap))
        shard.add(record, receipt, instances[place], _life(past, record) if found.stored else None)
        outcomes.states[record.key] = state_of(record.passed, record.failed_party)
        said(number, outcomes.planned)
    return found


def _life(past: Past, record: CellRecord) -> Life | None:
    """None where it cannot be lived again: the cell stopped early, or its memory is not here."""
    if not record.sessions or record.failed_party is not None:
        return None
    try:
        return past.live(record)
    except BadInput:
        return None
