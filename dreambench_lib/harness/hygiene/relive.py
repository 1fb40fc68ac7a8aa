"""A cell's memory, lived through again from the run's records: what it held, and why.

Stores go with their cells. A cell's record has everything a memory was given, so the same memory is
built anew, given the same episodes, and its recalls are compared with the sealed ones.
"""

from __future__ import annotations

import json
import lzma
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from dreambench_lib.canonical import canonical
from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.harness.cell import namespace
from dreambench_lib.harness.episodes import episode_of
from dreambench_lib.harness.ideal import Ideal
from dreambench_lib.harness.lookup import pick, records_of
from dreambench_lib.harness.plan import Plan
from dreambench_lib.harness.sealed_files import RECORDS
from dreambench_lib.harness.tape import Replay
from dreambench_lib.memory import budget as budgets
from dreambench_lib.memory.conditions import build, condition
from dreambench_lib.memory.protocol import Memory, Space
from dreambench_lib.records import CellKey, CellRecord, Query, ShownItem
from dreambench_lib.traps.keys import parse_key
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import Instance
from dreambench_lib.traps.pressure import minted
from dreambench_lib.traps.template import Template
from dreambench_lib.trees import apply, from_json, unified


class Life(NamedTuple):
    """What one cell's memory held at its scored read."""

    key: CellKey
    recalls: tuple[ShownItem, ...]
    """The scored session's, as recorded: admitted and refused, each with its decision."""
    items: list[dict[str, Any]]
    """Typed items and capsules; empty for a memory without a typed store."""
    changes: list[dict[str, Any]]
    """Every change of a lifecycle after an item's first entry."""
    faults: dict[str, int]
    """Items that were not kept, by kind."""
    same: bool
    """Whether every read came out as recorded."""


class Past(NamedTuple):
    """A run as it must be known to live through its cells again."""

    plan: Plan
    key: bytes
    traps: Mapping[str, Template]

    @classmethod
    def of(cls, folder: Path, root: Path | None = None) -> tuple[Past, Iterator[CellRecord]]:
        """The run in a folder, sealed or not, and its records."""
        plan, secret, records = records_of(folder)
        return cls(plan, parse_key(secret), load_traps(root)), records

    def mint(self, key: CellKey) -> Instance:
        """The cell's instance."""
        if key.trap_id not in self.traps:
            raise unknown("trap", key.trap_id, self.traps)
        return minted(self.traps[key.trap_id], self.key, key.seed, self.plan.dials)

    def operators(self, name: str) -> tuple[str, ...]:
        """What a condition's memory does in its sleep, where it has a store like the probe's."""
        chosen = condition(name)
        if chosen.sealed or chosen.apart:
            return ()
        with tempfile.TemporaryDirectory(prefix="m-") as place:
            memory = build(chosen, Space(Path(place), "operators", Replay(())))
        if not hasattr(getattr(memory, "store", None), "capsules"):
            return ()
        names = tuple(one.__name__ for one in getattr(memory, "operators", ()))
        # A model may have told each cell something else.
        return (*names, name) if chosen.needs_model else names

    def live(self, record: CellRecord) -> Life:
        """One cell's memory, up to the scored read."""
        key = record.key
        if not record.sessions:
            raise BadInput(f"cell {'/'.join(map(str, key))} was not run: {record.detail}")
        instance = self.mint(key)
        if instance.digest != record.instance_digest:
            raise BadInput(
                f"trap {key.trap_id!r} is not the one of the run: see 'dreambench verify'"
            )
        chosen = condition(key.condition)
        with tempfile.TemporaryDirectory(prefix="m-") as place:
            asked = [one for session in record.sessions for one in session.asked]
            model = Replay(asked) if chosen.needs_model else None
            space = Space(Path(place), namespace(self.plan.commitment, key), model)
            memory: Memory = Ideal(instance) if chosen.sealed else build(chosen, space)
            same = _live(memory, record, instance, self.plan)
            return Life(key, record.sessions[-1].recalls, *_held(memory), same)


def relive(folder: Path, key: CellKey, root: Path | None = None) -> Life:
    """Build the cell's memory again from the records of a run, sealed or not.

    Args:
        root: The folder of a run's private traps.
    """
    past, records = Past.of(folder, root)
    return past.live(pick(records, key, past.plan, folder))


def sealed_cells(folder: Path, keys: Iterable[CellKey]) -> dict[CellKey, CellRecord]:
    """Some cells of a sealed run, without making objects of all the others."""
    marks = {f'"key":{canonical(list(key))}': key for key in keys}
    found: dict[CellKey, CellRecord] = {}
    with lzma.open(folder / RECORDS, "rt", encoding="utf-8") as lines:
        for line in lines:
            # The receipt, which comes first, has the key too.
            if any(mark in line[:1000] for mark in marks):
                record = CellRecord.model_validate(json.loads(line)["record"])
                found[record.key] = record
                if len(found) == len(marks):
                    break
    return found


def _live(memory: Memory, record: CellRecord, instance: Instance, plan: Plan) -> bool:
    """Every read and write of the cell in order, up to the scored read."""
    tree, same, last = instance.base, True, len(instance.template.sessions)
    for session in record.sessions:
        start = instance.base if session.start == "clean" else tree
        prompt = instance.template.sessions[session.session - 1].prompt
        query = Query(
            project=instance.template.fixture.name,
            session=session.session,
            prompt=prompt,
            files=instance.template.opens if session.session == last else (),
            items=plan.budget.items,
            words=plan.budget.words,
        )
        again = tuple(budgets.cut(memory.read(query), plan.budget))
        # What earlier sessions listed and did not show is not always recorded.
        same &= _shown(again) == _shown(session.recalls)
        same &= session.session < last or again == session.recalls
        diff = from_json(list(session.diff))
        if session.session < last:
            memory.write(
                episode_of(
                    project=query.project, session=session.session, prompt=prompt,
                    context=session.context, diff=unified(start, diff),
                    output=session.work.output, notes=session.notes,
                )
            )  # fmt: skip
            memory.sleep()
        tree = apply(start, diff)
    return same


def _shown(recalls: tuple[ShownItem, ...]) -> list[ShownItem]:
    return [item for item in recalls if item.shown]


def _held(memory: Memory) -> tuple[list[dict[str, Any]], list[dict[str, Any]], dict[str, int]]:
    """From a store like the probe's; other memories keep theirs to themselves."""
    store = getattr(memory, "store", None)
    if store is None or not hasattr(store, "capsules"):
        return [], [], {}
    held = [*store.capsules.values(), *store.items.values()]
    seen: set[str] = set()
    changes = []
    for change in store.history:
        if change.item in seen:
            changes.append(change.model_dump(mode="json"))
        seen.add(change.item)
    return [item.model_dump(mode="json") for item in held], changes, dict(store.faults)
