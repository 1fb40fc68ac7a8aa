"""One cell of a run, sealed or not, with its plan and its instance minted again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import BadInput, unknown
from ..records import CellKey, CellRecord
from ..traps.keys import parse_key
from ..traps.load import load_traps
from ..traps.mint import Instance
from ..traps.pressure import minted
from .folder import is_sealed, manifest, read_folder
from .log import NAME, read_log
from .plan import Plan
from .verify import read_sealed


class Found(NamedTuple):
    """A cell and what it came from."""

    plan: Plan
    record: CellRecord
    instance: Instance


def cell_key(text: str) -> CellKey:
    """``condition/agent/trap/seed`` as a key.

    >>> cell_key("B5/reader-careful/C3-withdrawn/2").seed
    2
    """
    parts = text.rsplit("/", 3)
    if len(parts) != 4 or not parts[3].isdigit():
        raise BadInput(f"cell {text!r} is not condition/agent/trap/seed")
    return CellKey(parts[0], parts[1], parts[2], int(parts[3]))


def records_of(folder: Path) -> tuple[Plan, str, Iterator[CellRecord]]:
    """A run's plan, key and records; an unfinished run gives those it has."""
    if is_sealed(folder):
        head = manifest(folder)
        plan = Plan.model_validate(head["plan"])
        return plan, str(head["key"]), (record for record, _ in read_sealed(folder))
    plan, key = read_folder(folder)
    return plan, key, read_log(folder / NAME)


def pick(records: Iterable[CellRecord], key: CellKey, plan: Plan, folder: Path) -> CellRecord:
    """The record of the cell `key`; a wrong key lists near ones."""
    for record in records:
        if record.key == key:
            return record
    known = ("/".join(map(str, cell)) for cell in plan.cells())
    raise unknown(f"cell of {folder.name}", "/".join(map(str, key)), known)


def found_cell(folder: Path, text: str, root: Path | None = None) -> Found:
    """The cell called ``condition/agent/trap/seed``.

    Args:
        root: The folder of a run's private traps.

    Raises:
        BadInput: no such cell (near names are listed), it did not finish, or its trap changed.
    """
    key = cell_key(text)
    plan, secret, records = records_of(folder)
    record = pick(records, key, plan, folder)
    traps = load_traps(root)
    if key.trap_id not in traps:
        raise unknown("trap", key.trap_id, traps)
    instance = minted(traps[key.trap_id], parse_key(secret), key.seed, plan.dials)
    return Found(plan, record, instance)
