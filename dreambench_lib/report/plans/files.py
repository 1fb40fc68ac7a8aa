"""Frozen plans and amendments as files: written whole, never overwritten, checked when read."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from dreambench_lib.canonical import canonical, sha256
from dreambench_lib.errors import BadInput
from dreambench_lib.harness.folder import CARRIED
from dreambench_lib.report.places import shown
from dreambench_lib.report.plans.evidence import check_measures
from dreambench_lib.report.plans.toml import read_claims, read_toml, told
from dreambench_lib.stats import Amendment, Claim, PlanState, Preregistration, Withdrawn

FROZEN, LOG = CARRIED
"""Under these names a run's folder, and the published one, hold their plan."""


class Paths(NamedTuple):
    """The files of one plan."""

    toml: Path
    frozen: Path
    log: Path


def paths(plan: Path) -> Paths:
    """The files that belong together, from any one of them, or from a folder that holds a plan.

    >>> paths(Path("study/plan.toml")).frozen.name
    'plan.frozen.json'
    """
    if plan.is_dir():
        plan = plan / FROZEN
    base = plan.name
    for end in (".toml", ".frozen.json", ".amendments.jsonl"):
        base = base.removesuffix(end)
    where = plan.parent
    return Paths(
        where / f"{base}.toml", where / f"{base}.frozen.json", where / f"{base}.amendments.jsonl"
    )


def freeze(plan: Path) -> PlanState:
    """Write the canonical form of ``NAME.toml`` beside it; freezing it again changes nothing.

    Raises:
        BadInput: The file is no plan, or its frozen form says something else: a frozen plan is
            amended, not frozen anew.
    """
    files = paths(plan)
    declared = read_toml(files.toml)
    check_measures(declared.claims)
    if files.frozen.exists():
        known = read_frozen(files.frozen)
        if known.digest != declared.digest:
            raise BadInput(
                f"{shown(files.toml)} no longer says what {files.frozen.name} froze: restore it "
                "and use 'dreambench plan amend', or start a new plan under another name"
            )
        return known
    _write(files.frozen, declared.text)
    return PlanState(declared)


def read_frozen(plan: Path) -> PlanState:
    """A frozen plan with its amendments, both checked against their digests."""
    files = paths(plan)
    try:
        text = files.frozen.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise BadInput(
            f"{shown(files.frozen)} is missing: freeze the plan first "
            f"(dreambench plan freeze {files.toml.name})"
        ) from None
    try:
        frozen = Preregistration.model_validate_json(text)
    except ValidationError as fault:
        raise BadInput(f"{shown(files.frozen)} is damaged ({told(fault)}): restore it") from None
    if frozen.text != text:
        raise BadInput(f"{shown(files.frozen)} was edited: restore it, a frozen plan is amended")
    return PlanState(frozen, _amendments(files.log))


def amend(
    plan: Path,
    date: str,
    why: str,
    unavailable: Sequence[tuple[str, str]] = (),
    adds: Path | None = None,
) -> PlanState:
    """Append one entry to the log of a frozen plan.

    Args:
        unavailable: (slot, reason), the slot as ``LABEL`` or ``FAMILY/LABEL``; it stays at p = 1.
        adds: A TOML file with further claims; they are shown as added for ever.
    """
    state, files = read_frozen(plan), paths(plan)
    if not why.strip():
        raise BadInput("an amendment needs a reason: add --why")
    try:
        claims = [Claim.model_validate(one) for one in read_claims(adds)] if adds else []
    except ValidationError as fault:
        raise BadInput(f"{adds.name if adds else ''}: {told(fault)}") from None
    check_measures(claims)
    withdrawn = [_withdrawn(state, slot, reason) for slot, reason in unavailable]
    later = state.amended(date, why, withdrawn, claims)
    with files.log.open("a", encoding="utf-8") as log:
        log.write(canonical(later.amendments[-1]) + "\n")
        log.flush()
        os.fsync(log.fileno())
    return later


def carried_files(plan: Path) -> tuple[str, Mapping[str, bytes]]:
    """The digest that a run carries, and the files that lie in its folder."""
    state, files = read_frozen(plan), paths(plan)
    found = {FROZEN: files.frozen.read_bytes()}
    if files.log.exists():
        found[LOG] = files.log.read_bytes()
    return state.digest, found


def check_carried(folder: Path, digest: str) -> PlanState:
    """The plan in a run's folder; it has to be the one that the run carries."""
    state = read_frozen(folder / FROZEN)
    if state.digest != digest:
        raise BadInput(
            f"{shown(folder / FROZEN)} is not the plan that the run carries "
            f"({sha256(state.plan.text)[:12]} instead of {digest[:12]}): restore it"
        )
    return state


def _withdrawn(state: PlanState, slot: str, reason: str) -> Withdrawn:
    family, _, label = slot.rpartition("/")
    if not reason.strip():
        raise BadInput(f"slot {slot} is declared unavailable without a reason: write {slot}=WHY")
    return Withdrawn(family=family or state.families[0].name, slot=label, reason=reason)


def _amendments(log: Path) -> tuple[Amendment, ...]:
    if not log.exists():
        return ()
    found = []
    for number, line in enumerate(log.read_text(encoding="utf-8").splitlines(), 1):
        try:
            found.append(Amendment.model_validate(json.loads(line)))
        except (ValueError, ValidationError):
            raise BadInput(f"line {number} of {shown(log)} is damaged: restore it") from None
    return tuple(found)


def _write(path: Path, text: str) -> None:
    """Whole or not at all."""
    draft = path.with_name(f".{path.name}.draft")
    draft.write_text(text, encoding="utf-8")
    os.replace(draft, path)
