"""Whether two runs' outcomes may be compared cell by cell: same traps, same mint, same rules.

What is compared is the memory; all else that decides an outcome must agree, and what does not is
named with what would mend it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from ..errors import BadInput
from ..traps.load import load_traps
from .folder import MANIFEST, manifest
from .plan import Plan
from .trap_set import trap_set_digest

SETTINGS = {
    "budget": "read budgets", "timeout": "time limits", "pressure": "pressure",
    "distractors": "distractors", "cell_tokens": "token budgets of a cell",
}  # fmt: skip


def sealed_plan(folder: Path) -> Plan:
    """The plan of a sealed run of ours."""
    head = manifest(folder)
    if "plan" not in head:
        raise BadInput(f"{folder.name} was not run by this program: its cells are not ours")
    try:
        return Plan.model_validate(head["plan"])
    except ValidationError:
        raise BadInput(f"{MANIFEST} of {folder.name} is damaged: restore it") from None


def check_comparable(mine: Path, other: Path, agent: str) -> None:
    """Refuse to compare cells of the sealed run `mine` with those of `other`.

    Traps and seeds of `mine` must all be in `other`, which may have more.

    Args:
        agent: The agent whose cells are compared.

    Raises:
        BadInput: names the first thing that does not agree.
    """
    ours, theirs = sealed_plan(mine), sealed_plan(other)
    names = f"{mine.name} and {other.name}"
    for field, words in SETTINGS.items():
        a, b = getattr(ours, field), getattr(theirs, field)
        if a != b:
            raise BadInput(
                f"{names} have different {words} ({_told(a)}, {_told(b)}): run one again with "
                "the other's"
            )
    for what, have, there in (
        ("trap", ours.traps, theirs.traps),
        ("seed", ours.seeds, theirs.seeds),
        ("agent", (agent,), theirs.agents),
    ):
        lacking = [str(one) for one in have if one not in there]
        if lacking:
            raise BadInput(
                f"{other.name} has no {what} {', '.join(lacking[:3])}: run {mine.name} with its "
                f"{what}s ({_some(there)})"
            )
    if ours.commitment != theirs.commitment:
        raise BadInput(
            f"{names} were minted with different keys: run {mine.name} again with "
            f"--key {manifest(other)['key']}"
        )
    if (ours.model, ours.prompts) != (theirs.model, theirs.prompts):
        raise BadInput(f"{names} have different models or prompts: compare within one run")
    if ours.trap_set != theirs.trap_set:
        for folder, plan in ((mine, ours), (other, theirs)):
            _check_current(folder, plan)


def _check_current(folder: Path, plan: Plan) -> None:
    """Runs over other selections of traps agree if both are of the traps and rules at hand."""
    traps = load_traps()
    if all(trap in traps for trap in plan.traps):
        digest = trap_set_digest((traps[trap] for trap in plan.traps), plan.dials)
        if digest == plan.trap_set:
            return
    raise BadInput(
        f"the traps of {folder.name} are not those of this version, or its referee is another, and "
        "the two runs have different ones: run both over the same traps"
    )


def _told(value: object) -> str:
    items, words = getattr(value, "items", None), getattr(value, "words", None)
    return f"{value}" if words is None else f"{items},{words}"


def _some(names: Iterable[object]) -> str:
    listed = list(map(str, names))
    return ", ".join(listed[:6]) + (" …" if len(listed) > 6 else "")
