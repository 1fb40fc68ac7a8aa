"""Sealing a finished run: records in cell order, chained, tabulated, the key revealed.

Sealed bytes hold no wall time and no fact of the environment: those stand beside, in
`environment.json`.
"""

from __future__ import annotations

import json
import lzma
import os
import platform
import shutil
import tempfile
from pathlib import Path
from typing import Any

from ..canonical import canonical, sha256
from ..errors import BadInput
from ..records import CellKey, CellRecord
from ..traps.keys import parse_key
from ..traps.load import load_traps
from ..traps.mint import Instance
from ..traps.pressure import minted
from .export import tables
from .folder import KEY, MANIFEST, is_sealed, read_folder
from .log import NAME as LOG
from .log import read_log
from .plan import Plan
from .receipts import chain
from .sandboxes import open_sandbox

SCHEMA = 1
RECORDS = "log.jsonl.xz"
"""The records, one line a cell; cells share most of their text, which only xz makes use of."""
LARGE = 1024 * 1024
"""Bytes from which a table is packed too, as NAME.csv.xz: pandas reads both."""


def seal(folder: Path, *, root: Path | None = None) -> dict[str, Any]:
    """Seal the finished run in `folder`; returns its manifest. A sealed run is left as it is."""
    if is_sealed(folder):
        loaded: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        return loaded
    plan, key = read_folder(folder)
    records = sorted(read_log(folder / LOG), key=lambda record: record.key)
    missing = len(plan.cells()) - len(records)
    if missing:
        raise BadInput(
            f"{folder.name} lacks {missing} cells: finish it with 'dreambench run' first"
        )
    files = sealed_files(plan, key, records, root)
    # Written beside, moved in, the manifest last: a crash leaves an unsealed run.
    draft = Path(tempfile.mkdtemp(prefix=".seal-", dir=folder))
    try:
        for name, data in files.items():
            (draft / name).write_bytes(data)
        for name in sorted(files, key=lambda name: name == MANIFEST):
            os.replace(draft / name, folder / name)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    (folder / "environment.json").write_text(
        json.dumps(_environment(plan), indent=1, sort_keys=True) + "\n", encoding="utf-8"
    )
    for name in (LOG, KEY, "lock"):
        (folder / name).unlink(missing_ok=True)
    manifest: dict[str, Any] = json.loads(files[MANIFEST])
    return manifest


def sealed_files(
    plan: Plan, key: str, records: list[CellRecord], root: Path | None
) -> dict[str, bytes]:
    """Every sealed file by name: a pure function of plan, key, records and traps."""
    traps = load_traps(root)
    instances: dict[tuple[str, int], Instance] = {}

    def instance(cell: CellKey) -> Instance:
        place = (cell.trap_id, cell.seed)
        if place not in instances:
            trap = traps[cell.trap_id]
            instances[place] = minted(trap, parse_key(key), cell.seed, plan.dials)
        return instances[place]

    pairs = list(chain(records, plan.digest))
    lines = "".join(
        canonical({"record": r.model_dump(mode="json"), "receipt": c.model_dump(mode="json")})
        + "\n"
        for r, c in pairs
    )
    made = tables(records, instance, [traps[trap] for trap in plan.traps])
    files = dict(_packed(f"{name}.csv", text.encode()) for name, text in made.items())
    files[RECORDS] = lzma.compress(lines.encode())
    files["plan.json"] = (plan.model_dump_json(indent=1) + "\n").encode()
    manifest = {
        "schema": SCHEMA,
        "plan": plan.model_dump(mode="json"),
        "plan_digest": plan.digest,
        "key": key,
        "sealed": True,
        "cells": len(records),
        "excluded": sum(record.failed_party is not None for record in records),
        "root": pairs[-1][1].chain if pairs else plan.digest,
        "trap_set": plan.trap_set,
        "tier": _tier(plan),
        "files": {name: content_digest(name, data) for name, data in sorted(files.items())},
    }
    files[MANIFEST] = (json.dumps(manifest, indent=1, sort_keys=True) + "\n").encode()
    return files


def _packed(name: str, data: bytes) -> tuple[str, bytes]:
    return (name, data) if len(data) < LARGE else (f"{name}.xz", lzma.compress(data))


def _tier(plan: Plan) -> str:
    from ..agents.table import agent_class

    return ", ".join(sorted({agent_class(name).tier for name in plan.agents}))


def content_digest(name: str, data: bytes) -> str:
    """SHA-256 of a sealed file's content: compressed bytes differ between versions of xz."""
    return sha256(lzma.decompress(data) if name.endswith(".xz") else data)


def _environment(plan: Plan) -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "sandbox": plan.sandbox,
        "battery": {check.name: check.passed for check in open_sandbox(plan.sandbox).check()},
    }
