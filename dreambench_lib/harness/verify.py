"""Verifying a sealed run from its folder alone (and the traps): what was checked, what held."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from ..errors import BadInput
from ..records import CellRecord, Receipt, SessionRecord, Verdict
from ..traps.keys import parse_key
from ..traps.load import load_traps
from ..traps.pressure import minted
from ..trees import Tree, apply, digest, from_json
from .folder import MANIFEST, manifest
from .plan import Plan, commit
from .receipts import chain
from .seal import RECORDS, content_digest, sealed_files
from .trap_set import trap_set_digest


class Finding(NamedTuple):
    """One thing that was checked."""

    what: str
    passed: bool
    detail: str


def read_sealed(folder: Path) -> Iterator[tuple[CellRecord, Receipt]]:
    """The sealed records with their receipts, in cell order."""
    try:
        with lzma.open(folder / RECORDS, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                yield (
                    CellRecord.model_validate(row["record"]),
                    Receipt.model_validate(row["receipt"]),
                )
    except FileNotFoundError:
        raise BadInput(f"{folder.name} has no {RECORDS}: it is not a whole sealed run") from None
    except (OSError, EOFError, lzma.LZMAError, ValueError, KeyError) as fault:
        raise BadInput(f"{RECORDS} of {folder.name} is damaged ({type(fault).__name__})") from None


def verify(folder: Path, *, rescore: bool = False, root: Path | None = None) -> list[Finding]:
    """Check a sealed run: files, commitment, chain, tables, traps, minted instances, verdicts.

    Args:
        rescore: Also judge every stored diff again in the sandbox.
    """
    return list(_findings(folder, manifest(folder), rescore, root))


def _findings(
    folder: Path, head: Mapping[str, Any], rescore: bool, root: Path | None
) -> Iterator[Finding]:
    try:
        plan, key = Plan.model_validate(head["plan"]), str(head["key"])
        listed = dict(head["files"])
        committed = commit(key)
    except (KeyError, TypeError, ValueError, ValidationError):
        raise BadInput(f"{MANIFEST} of {folder.name} is damaged: restore it") from None
    bad = [name for name, digest in listed.items() if _digest(folder / name) != digest]
    yield Finding("files match the manifest", not bad, ", ".join(bad) or f"{len(listed)} files")
    yield Finding("key matches the commitment", committed == plan.commitment, plan.commitment)
    try:
        pairs = list(read_sealed(folder))
    except BadInput as fault:
        yield Finding("records can be read", False, str(fault))
        return
    records = [record for record, _ in pairs]
    whole = [record.key for record in records] == plan.cells()
    yield Finding("one record per planned cell", whole, f"{len(records)} cells")
    derived = [receipt for _, receipt in chain(records, plan.digest)]
    held = [a == b for (_, a), b in zip(pairs, derived, strict=True)]
    root_ok = bool(derived) and derived[-1].chain == head.get("root")
    detail = str(head.get("root")) if all(held) else f"breaks at cell {held.index(False) + 1}"
    yield Finding("receipts form the chain", all(held) and root_ok, detail)
    traps = load_traps(root)
    same = all(trap in traps for trap in plan.traps) and (
        trap_set_digest((traps[trap] for trap in plan.traps), plan.dials) == plan.trap_set
    )
    yield Finding("traps are those of the run", same, plan.trap_set)
    if not same or not whole or committed != plan.commitment:
        return
    yield from _derived(folder, plan, key, records, root)
    if rescore:
        yield _rescored(plan, key, records, root)


def _derived(
    folder: Path, plan: Plan, key: str, records: list[CellRecord], root: Path | None
) -> Iterator[Finding]:
    files = sealed_files(plan, key, records, root)
    bad = [
        name for name, data in files.items() if _digest(folder / name) != content_digest(name, data)
    ]
    yield Finding(
        "tables follow from the records", not bad, ", ".join(bad) or f"{len(files)} files"
    )
    traps = load_traps(root)
    again = {
        (trap, seed): minted(traps[trap], parse_key(key), seed, plan.dials).digest
        for trap in plan.traps
        for seed in plan.seeds
    }
    wrong = [r.key for r in records if again[r.key.trap_id, r.key.seed] != r.instance_digest]
    yield Finding("instances mint again", not wrong, f"{len(again)} instances")


def _rescored(plan: Plan, key: str, records: list[CellRecord], root: Path | None) -> Finding:
    from .referee import Referee
    from .sandboxes import open_sandbox

    traps, differ, count = load_traps(root), set(), 0
    judged: dict[tuple[str, int, str], Verdict] = {}
    with Referee(open_sandbox(plan.sandbox)).session() as judge:
        for record in records:
            trap, seed = traps[record.key.trap_id], record.key.seed
            instance = minted(trap, parse_key(key), seed, plan.dials)
            for session, tree in _trees(record, instance.base):
                place = (instance.digest, session.session, digest(tree))
                if place not in judged:
                    judged[place] = judge(instance.session_checks(session.session), tree)
                count += 1
                if judged[place] != session.verdict:
                    differ.add("/".join(map(str, record.key)))
    detail = ", ".join(sorted(differ)[:3]) or f"{count} sessions, {len(judged)} different"
    return Finding("verdicts come out again", not differ, detail)


def _trees(record: CellRecord, base: Tree) -> Iterator[tuple[SessionRecord, Tree]]:
    """Each session with the tree that its stored diffs lead to."""
    tree = base
    for session in record.sessions:
        start = base if session.start == "clean" else tree
        tree = apply(start, from_json(list(session.diff)))
        yield session, tree


def _digest(path: Path) -> str:
    try:
        return content_digest(path.name, path.read_bytes())
    except FileNotFoundError:
        return "missing"
    except lzma.LZMAError:
        return "damaged"
