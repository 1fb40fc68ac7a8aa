"""A pilot's finished cells in a larger run: the same key, the same settings, more cells.

A cell depends on nothing but its own key and what the whole run shares, so that a pilot's records
are the records of the larger run. Nothing is chosen: every record that the larger plan has a place
for is taken, passed or not, excluded or not.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from ..errors import BadInput
from ..records import CellRecord
from ..traps.keys import parse_key
from ..traps.load import load_traps
from ..traps.pressure import minted
from .disk import writable
from .finished import Finished
from .folder import open_folder, planned
from .gateway.cassette import Cassette
from .gateway.settings import CASSETTE
from .log import RunLog, note_attempt
from .lookup import records_of
from .plan import Plan

GROWS = frozenset({"conditions", "agents", "traps", "seeds", "trap_set", "model", "memory_model"})
"""What may differ; of the models only whether there is one yet."""


def extend(
    pilot: Path,
    folder: Path,
    plan: Plan,
    key: str,
    root: Path | None = None,
    beside: Mapping[str, bytes] = MappingProxyType({}),
) -> int:
    """Put the pilot's records and exchanges into `folder`; returns how many cells it took.

    Cells that `folder` has already are left as they are. The pilot itself is not changed.

    Args:
        root: Folder of private traps (default: the project's own).
        beside: As of `harness.run.run`.

    Raises:
        BadInput: what the two runs share is not the same, or a trap changed in between.
    """
    check_same(pilot, plan, key)
    records = list(_fitting(pilot, plan, key, root))
    with writable(folder):
        open_folder(folder, plan, key, beside)
        with RunLog(folder) as log:
            taken = 0
            for record in records:
                if record.key not in log.done:
                    _exchanges(pilot, folder, record)
                    log.append(Finished.of(record))
                    taken += 1
            if taken:
                note_attempt(folder, event="taken over", of=pilot.resolve().name, cells=taken)
    return taken


def check_same(pilot: Path, plan: Plan, key: str) -> None:
    """Refuse a pilot whose cells are not cells of `plan`.

    Raises:
        BadInput: names what differs.
    """
    before, pilots_key = planned(pilot)
    if pilots_key != key:
        raise BadInput(f"{pilot.name} has another key: leave --key out, the pilot's is taken")
    differ = [
        name
        for name in Plan.model_fields
        if name not in GROWS | {"preregistration", "attempts", "prompts"}
        and getattr(before, name) != getattr(plan, name)
    ]
    for name in ("model", "memory_model", "prompts"):
        one, other = getattr(before, name), getattr(plan, name)
        differ += [name] if one and other and one != other else []
    if differ:
        raise BadInput(
            f"{pilot.name} ran with other settings ({', '.join(differ)}): give the same ones, or "
            "start a run of its own"
        )
    if plan.preregistration and before.preregistration != plan.preregistration:
        raise BadInput(
            f"the plan of analysis was frozen after {pilot.name} had outcomes: run the grid anew, "
            "without --extend"
        )


def _fitting(pilot: Path, plan: Plan, key: str, root: Path | None) -> Iterator[CellRecord]:
    """The pilot's records that are cells of `plan`, each held against its trap minted again."""
    traps, cells = load_traps(root), set(plan.cells())
    digests: dict[tuple[str, int], str] = {}
    for record in records_of(pilot)[2]:
        if record.key not in cells:
            continue
        place = (record.key.trap_id, record.key.seed)
        if place not in digests:
            made = minted(traps[place[0]], parse_key(key), place[1], plan.dials)
            digests[place] = made.digest
        if record.instance_digest != digests[place]:
            raise BadInput(f"trap {place[0]} changed since {pilot.name} ran: run the grid anew")
        yield record


def _exchanges(pilot: Path, folder: Path, record: CellRecord) -> None:
    """Copy what was recorded of a cell, so that the larger run can be replayed whole."""
    old, new = Cassette(pilot / CASSETTE), Cassette(folder / CASSETTE)
    index = old.index(record.key)
    if not index.is_file():
        return
    for body in old.bodies_of(index):
        new.keep(old.body(body))
    new.folder.mkdir(exist_ok=True)
    shutil.copyfile(index, new.index(record.key))
