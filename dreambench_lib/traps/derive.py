"""Checks derived from the facts: what must not show wherever the right value is demanded.

Superseded, overruled and disproved values give `forgetting` checks, out-of-scope ones `scope`
checks, and foreign ones in C10 `abstention` checks. Each shares the probe of a hand-written check,
so it keeps that check's positive proof. Ways are not minted: hand-written checks prove those.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..records import CheckKind
from .checks import Check, Run

if TYPE_CHECKING:
    from .template import Fact, Template

_KINDS: dict[str, CheckKind] = {
    "superseded": "forgetting",
    "overruled": "forgetting",
    "disproved": "forgetting",
    "out-of-scope": "scope",
}


def _kind(trap: Template, fact: Fact) -> CheckKind | None:
    if fact.status == "irrelevant":
        return "abstention" if trap.construct_id == "C10" else None
    return _KINDS.get(fact.status)


def _concerns(trap: Template, check: Check, fact: Fact) -> bool:
    """Whether `check` demands the current value of the fact's slot (any check if it has none)."""
    demanded = check.model_dump_json(include={"equals", "has"})
    if "{{" + fact.id + "}}" in demanded:
        return False
    current = trap.current.get(fact.slot)
    return current is None or "{{" + f"{fact.slot}.{current}" + "}}" in demanded


def derived_checks(trap: Template) -> list[Check]:
    """One check per harmful minted fact and per probe of the last session that concerns it."""
    last = len(trap.sessions)
    out = []
    for check in trap.checks:
        unproved = isinstance(check.probe, Run) and not check.anchor
        if check.session != last or check.kind == "regression" or unproved:
            continue
        for fact in trap.facts:
            kind = _kind(trap, fact)
            minted = trap.slot(fact.slot).form is not None
            if kind and minted and _concerns(trap, check, fact):
                out.append(
                    Check(
                        id=f"{check.id}-not-{fact.id}",
                        kind=kind,
                        session=last,
                        probe=check.probe,
                        lacks=("{{" + fact.id + "}}",),
                        anchor=check.anchor,
                    )
                )
    return out
