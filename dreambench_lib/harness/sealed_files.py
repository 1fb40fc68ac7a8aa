"""The files of a sealed run, written as the records come: memory does not grow with the run.

They are a pure function of plan, key, records and traps; sealing writes them into the run's folder,
verifying writes them anew beside and compares.
"""

from __future__ import annotations

import csv
import hashlib
import json
import lzma
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

from ..canonical import canonical
from ..records import CellKey
from ..traps.keys import parse_key
from ..traps.load import load_traps
from ..traps.mint import Instance
from ..traps.pressure import minted
from ..traps.template import Template
from .export import COLUMNS, OPTIONAL, cell_rows, columns, trap_rows
from .folder import MANIFEST, PLAN
from .merkle import Merkle
from .packing import MIB, pack, packing
from .plan import Plan
from .receipts import Link, Written, chain

SCHEMA = 2
RECORDS = "log.jsonl.xz"
"""The records, one line a cell; cells share most of their text, which only xz makes use of."""
LARGE = MIB
"""Bytes from which a table is packed too, as NAME.csv.xz: pandas reads both."""
KEPT = 1024
"""Minted instances that are kept while tables are written."""


def write_sealed(
    plan: Plan, key: str, records: Iterable[Written], root: Path | None, folder: Path
) -> dict[str, Any]:
    """Write every sealed file into `folder`; returns the manifest, which is written last.

    Args:
        records: In cell order, one per planned cell, each with its canonical JSON.
        root: The folder of private traps.
    """
    traps = load_traps(root)
    mint = _Mint(traps, plan, key)
    count, excluded, tree, last = 0, 0, Merkle(), plan.digest
    worked = plan.model is not None
    with _Tables(folder, worked) as tables, packing(folder / RECORDS) as log:
        tables.write("traps", trap_rows(traps[trap] for trap in plan.traps))
        for link in chain(records, plan.digest):
            log.write(_line(link))
            for name, rows in cell_rows(link.record, mint(link.record.key)).items():
                tables.write(name, rows)
            tree.add(link.receipt.chain.encode())
            last, count = link.receipt.chain, count + 1
            excluded += link.record.failed_party is not None
        packed = log.digest
    (folder / PLAN).write_text(plan.model_dump_json(indent=1) + "\n", encoding="utf-8")
    digests = {name: content_digest(folder / name) for name in [*tables.files, PLAN]}
    manifest = {
        "schema": SCHEMA,
        "plan": plan.model_dump(mode="json"),
        "plan_digest": plan.digest,
        "key": key,
        "sealed": True,
        "cells": count,
        "excluded": excluded,
        "root": tree.root,
        "chain": last,
        "trap_set": plan.trap_set,
        "tier": _tier(plan),
        "files": dict(sorted({**digests, RECORDS: packed}.items())),
    }
    text = json.dumps(manifest, indent=1, sort_keys=True) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")
    return manifest


def content_digest(path: Path) -> str:
    """SHA-256 of a sealed file's content: compressed bytes differ between versions of xz."""
    digest = hashlib.sha256()
    opened = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rb") as file:
        while data := file.read(MIB):
            digest.update(data)
    return digest.hexdigest()


class _Tables:
    """A run's CSV files; those that grow large are packed when they are closed."""

    def __init__(self, folder: Path, worked: bool) -> None:
        self.files: list[str] = []
        self._folder, self._open = folder, ExitStack()
        self._columns = {name: columns(name, worked) for name in COLUMNS}
        self._writers: dict[str, Any] = {}
        self._filled: set[str] = set()
        for name in COLUMNS:
            path = folder / f"{name}.csv"
            file: IO[str] = self._open.enter_context(path.open("w", encoding="utf-8", newline=""))
            self._writers[name] = csv.writer(file, lineterminator="\n")
            self._writers[name].writerow(self._columns[name])

    def write(self, name: str, rows: Iterable[Mapping[str, Any]]) -> None:
        for row in rows:
            self._filled.add(name)
            self._writers[name].writerow(map(row.get, self._columns[name]))

    def __enter__(self) -> _Tables:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()
        for name in COLUMNS:
            path = self._folder / f"{name}.csv"
            if name in OPTIONAL and name not in self._filled:
                path.unlink()
            else:
                self.files.append(_packed(path).name)


def _packed(path: Path) -> Path:
    if path.stat().st_size < LARGE:
        return path
    target = path.with_name(f"{path.name}.xz")
    pack(path, target)
    path.unlink()
    return target


def _line(link: Link) -> bytes:
    """Canonical JSON of both, of which the record's is there already."""
    return f'{{"receipt":{canonical(link.receipt)},"record":{link.text}}}\n'.encode()


class _Mint:
    """Instances by (trap, seed); the first ones stay, since cells come round to them again."""

    def __init__(self, traps: Mapping[str, Template], plan: Plan, key: str) -> None:
        self._traps, self._key, self._dials = traps, parse_key(key), plan.dials
        self._made: dict[tuple[str, int], Instance] = {}

    def __call__(self, cell: CellKey) -> Instance:
        place = (cell.trap_id, cell.seed)
        if place in self._made:
            return self._made[place]
        instance = minted(self._traps[cell.trap_id], self._key, cell.seed, self._dials)
        if len(self._made) < KEPT:
            self._made[place] = instance
        return instance


def _tier(plan: Plan) -> str:
    from ..agents.table import agent_class

    return ", ".join(sorted({agent_class(name).tier for name in plan.agents}))
