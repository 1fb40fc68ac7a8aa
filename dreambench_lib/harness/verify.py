"""Verifying a sealed run from its folder alone (and the traps): what was checked, what held."""

from __future__ import annotations

import lzma
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from ..canonical import sha256
from ..errors import BadInput, Infra
from ..records import CellKey, CellRecord, Receipt, Record, SessionRecord, Verdict
from ..traps.keys import parse_key
from ..traps.load import load_traps
from ..traps.pressure import minted
from ..traps.template import Template
from ..trees import Tree, apply, digest, from_json
from .folder import CARRIED, LOG, MANIFEST, manifest
from .log import ordered
from .merkle import Merkle
from .plan import Plan, commit
from .receipts import chain, written
from .sealed_files import RECORDS, content_digest, write_sealed
from .trap_set import trap_set_digest


class Finding(NamedTuple):
    """One thing that was checked."""

    what: str
    passed: bool
    detail: str


class _Line(Record):
    """A line of the sealed records."""

    record: CellRecord
    receipt: Receipt


def read_sealed(folder: Path) -> Iterator[tuple[CellRecord, Receipt]]:
    """The sealed records with their receipts, in cell order."""
    try:
        with lzma.open(folder / RECORDS, "rb") as lines:
            for line in lines:
                row = _Line.model_validate_json(line)
                yield row.record, row.receipt
    except FileNotFoundError:
        raise BadInput(f"{folder.name} has no {RECORDS}: it is not a whole sealed run") from None
    except (OSError, EOFError, lzma.LZMAError, ValueError) as fault:
        raise BadInput(f"{RECORDS} of {folder.name} is damaged ({type(fault).__name__})") from None


def verify(
    folder: Path, *, rescore: bool = False, replay: bool = False, root: Path | None = None
) -> list[Finding]:
    """Check a sealed run: files, commitment, chain, tables, traps, minted instances, verdicts.

    Args:
        rescore: Also judge every stored diff again in the sandbox.
        replay: Also run every cell again, offline: models answer from the run's own cassette.
        root: The folder of private traps.
    """
    return list(_findings(folder, manifest(folder), rescore, replay, root))


def _findings(
    folder: Path, head: Mapping[str, Any], rescore: bool, replay: bool, root: Path | None
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
    if carried := plan.preregistration:
        held = _digest(folder / CARRIED[0]) == carried
        yield Finding("plan of analysis is the one the run carries", held, carried)
    try:
        walk = _walk(folder, plan)
    except BadInput as fault:
        yield Finding("records can be read", False, str(fault))
        return
    whole = walk.keys == plan.cells()
    yield Finding("one record per planned cell", whole, f"{len(walk.keys)} cells")
    linked = walk.broken is None and walk.root == head.get("root")
    where = str(head.get("root")) if walk.broken is None else f"breaks at cell {walk.broken}"
    yield Finding("receipts form the chain under the root", linked, where)
    traps = load_traps(root)
    same = all(trap in traps for trap in plan.traps) and (
        trap_set_digest((traps[trap] for trap in plan.traps), plan.dials) == plan.trap_set
    )
    yield Finding("traps are those of the run", same, plan.trap_set)
    if not same or not whole or committed != plan.commitment:
        return
    yield _derived(folder, plan, key, root)
    yield _minted(walk, plan, key, traps)
    if rescore:
        yield _rescored(folder, plan, key, traps)
    if replay:
        yield _replayed(folder, plan, key, root)


class _Walk(NamedTuple):
    """The sealed records, read once from first to last."""

    keys: list[CellKey]
    instances: dict[tuple[str, int], set[str]]
    """Digests that the records name, by (trap, seed): one each, if all is well."""
    broken: int | None
    """The first cell, from 1, whose receipt is not the one that follows from its record."""
    root: str


def _walk(folder: Path, plan: Plan) -> _Walk:
    keys: list[CellKey] = []
    instances: dict[tuple[str, int], set[str]] = {}
    stored: list[Receipt] = []
    broken, tree = None, Merkle()

    def records() -> Iterator[CellRecord]:
        for record, receipt in read_sealed(folder):
            stored.append(receipt)
            yield record

    for record, receipt, _ in chain(written(records()), plan.digest):
        keys.append(record.key)
        place = (record.key.trap_id, record.key.seed)
        instances.setdefault(place, set()).add(record.instance_digest)
        if stored.pop() != receipt and broken is None:
            broken = len(keys)
        tree.add(receipt.chain.encode())
    return _Walk(keys, instances, broken, tree.root)


def _derived(folder: Path, plan: Plan, key: str, root: Path | None) -> Finding:
    """The files written anew from the records, beside, and compared."""
    records = written(record for record, _ in read_sealed(folder))
    with tempfile.TemporaryDirectory(prefix="dreambench-verify-") as place:
        files = write_sealed(plan, key, records, root, Path(place))["files"]
        again = {**files, MANIFEST: content_digest(Path(place) / MANIFEST)}
    bad = [name for name, digest in again.items() if _digest(folder / name) != digest]
    return Finding(
        "tables follow from the records", not bad, ", ".join(bad) or f"{len(again)} files"
    )


def _minted(walk: _Walk, plan: Plan, key: str, traps: Mapping[str, Template]) -> Finding:
    wrong = [
        f"{trap}/{seed}"
        for (trap, seed), digests in walk.instances.items()
        if digests != {minted(traps[trap], parse_key(key), seed, plan.dials).digest}
    ]
    detail = ", ".join(wrong) or f"{len(walk.instances)} instances"
    return Finding("instances mint again", not wrong, detail)


def _rescored(folder: Path, plan: Plan, key: str, traps: Mapping[str, Template]) -> Finding:
    from .referee import Referee
    from .sandboxes import open_sandbox

    differ: set[str] = set()
    count = 0
    judged: dict[tuple[str, int, str], Verdict] = {}
    with Referee(open_sandbox(plan.sandbox)).session() as judge:
        for record, _ in read_sealed(folder):
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


def _replayed(folder: Path, plan: Plan, key: str, root: Path | None) -> Finding:
    """Every cell lived through anew in a folder of its own, no verdict taken from a cache."""
    from .gateway.cassette import ReplayMismatch
    from .gateway.settings import Live
    from .run import run

    what = "cells come out again, offline"
    with tempfile.TemporaryDirectory(prefix="dreambench-replay-") as place:
        again = Path(place) / "run"
        live = None
        if plan.model or plan.memory_model:
            live = Live(folder=again, mode="replay", recorded=folder.absolute())
        try:
            run(plan, key, again, root=root, cache=None, live=live)
        except (ReplayMismatch, BadInput, Infra) as fault:
            return Finding(what, False, str(fault))
        _, records = ordered(again / LOG)
        pairs = zip(read_sealed(folder), records, strict=True)
        differ = [
            "/".join(map(str, record.key))
            for (_, receipt), (record, text) in pairs
            if receipt.record != sha256(text)
        ]
    return Finding(what, not differ, ", ".join(differ[:3]) or f"{len(plan.cells())} cells")


def _trees(record: CellRecord, base: Tree) -> Iterator[tuple[SessionRecord, Tree]]:
    """Each session with the tree that its stored diffs lead to."""
    tree = base
    for session in record.sessions:
        start = base if session.start == "clean" else tree
        tree = apply(start, from_json(list(session.diff)))
        yield session, tree


def _digest(path: Path) -> str:
    try:
        return content_digest(path)
    except FileNotFoundError:
        return "missing"
    except (lzma.LZMAError, EOFError):
        return "damaged"
