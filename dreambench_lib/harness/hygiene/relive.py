"""A cell's memory, lived through again from the run's records: what it held, and why.

Stores go with their cells. A cell's record has everything a memory was given, so the same memory is
built anew, given the same episodes, and its recalls are compared with the sealed ones.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from dreambench_lib.canonical import sha256
from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.harness.cell import namespace
from dreambench_lib.harness.folder import is_sealed, manifest, read_folder
from dreambench_lib.harness.ideal import Ideal
from dreambench_lib.harness.log import NAME, read_log
from dreambench_lib.harness.plan import Plan
from dreambench_lib.harness.verify import read_sealed
from dreambench_lib.memory import budget as budgets
from dreambench_lib.memory.conditions import build, condition
from dreambench_lib.memory.protocol import Memory, Space
from dreambench_lib.records import CellKey, CellRecord, Episode, Query, SessionRecord, ShownItem
from dreambench_lib.traps.keys import parse_key
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import Instance
from dreambench_lib.traps.pressure import minted
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


def cell_key(text: str) -> CellKey:
    """``condition/agent/trap/seed`` as a key.

    >>> cell_key("B5/reader-careful/C3-withdrawn/2").seed
    2
    """
    parts = text.rsplit("/", 3)
    if len(parts) != 4 or not parts[3].isdigit():
        raise BadInput(f"cell {text!r} is not condition/agent/trap/seed")
    return CellKey(parts[0], parts[1], parts[2], int(parts[3]))


def relive(folder: Path, key: CellKey, root: Path | None = None) -> Life:
    """Build the cell's memory again from the records of a run, sealed or not.

    Args:
        root: The folder of a run's private traps.
    """
    plan, secret, records = _run(folder)
    found = {record.key: record for record in records if record.key == key}
    if not found:
        wrong = "/".join(map(str, key))
        raise unknown(
            f"cell of {folder.name}", wrong, ("/".join(map(str, c)) for c in plan.cells())
        )
    record = found[key]
    if not record.sessions:
        raise BadInput(f"cell {'/'.join(map(str, key))} was not run: {record.detail}")
    traps = load_traps(root)
    if key.trap_id not in traps:
        raise unknown("trap", key.trap_id, traps)
    instance = minted(traps[key.trap_id], parse_key(secret), key.seed, plan.dials)
    if instance.digest != record.instance_digest:
        raise BadInput(f"trap {key.trap_id!r} is not the one of the run: see 'dreambench verify'")
    chosen = condition(key.condition)
    with tempfile.TemporaryDirectory(prefix="m-") as place:
        space = Space(Path(place), namespace(plan.commitment, key))
        memory: Memory = Ideal(instance) if chosen.sealed else build(chosen, space)
        same = _live(memory, record, instance, plan)
        return Life(key, record.sessions[-1].recalls, *_held(memory), same)


def _run(folder: Path) -> tuple[Plan, str, Iterator[CellRecord]]:
    if is_sealed(folder):
        head = manifest(folder)
        plan = Plan.model_validate(head["plan"])
        return plan, str(head["key"]), (record for record, _ in read_sealed(folder))
    plan, secret = read_folder(folder)
    return plan, secret, read_log(folder / NAME)


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
            memory.write(_episode(session, query, unified(start, diff)))
            memory.sleep()
        tree = apply(start, diff)
    return same


def _shown(recalls: tuple[ShownItem, ...]) -> list[ShownItem]:
    return [item for item in recalls if item.shown]


def _episode(session: SessionRecord, query: Query, diff: str) -> Episode:
    body = {
        "project": query.project, "session": session.session, "prompt": query.prompt,
        "context": session.context, "diff": diff, "output": session.work.output,
        "notes": session.notes,
    }  # fmt: skip
    name = sha256({**body, "notes": [note.id for note in session.notes]})
    return Episode(id=f"e{name[:10]}", **body)


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
