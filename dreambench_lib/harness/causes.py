"""Why cells failed: each shown item's effect, found by leaving it out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ..records import Budget, CellKey, CellRecord
from ..traps.mint import Instance
from .export import facts_of
from .whatif import Change, Judge, replay, scene

Mint = Callable[[CellRecord], Instance]


class Cause(NamedTuple):
    """One shown item of one finished cell, and the verdict without it."""

    key: CellKey
    rank: int
    facts: tuple[str, ...]
    """Ids of the facts it brings, each with its status: ``end.old:superseded``."""
    before: bool
    after: bool
    """The verdict with this item left out and nothing put in its place."""
    checks: tuple[str, ...]
    """The checks that turned."""

    @property
    def effect(self) -> str:
        """``harmed`` (fails only with it), ``carried`` (passes only with it) or ``neither``."""
        if self.before == self.after:
            return "neither"
        return "carried" if self.before else "harmed"


def causes(
    records: Iterable[CellRecord], mint: Mint, judge: Judge, budget: Budget
) -> Iterator[Cause]:
    """Every shown item of every finished cell in `records`, left out one at a time.

    The budget's freed place is not given to the next item in rank: the effect is that of this
    item alone.
    """
    for record in records:
        if record.failed_party is not None or not record.sessions:
            continue
        instance = mint(record)
        stage = scene(record, instance)
        shown = [item for item in record.sessions[-1].recalls if item.shown]
        hidden = {item.rank for item in record.sessions[-1].recalls if not item.shown}
        for item in shown:
            change = Change(drop=frozenset(hidden | {item.rank}))
            effect = replay(stage, change, judge, budget)
            yield Cause(
                key=record.key,
                rank=item.rank,
                facts=tuple(
                    f"{fact}:{instance.template.fact(fact.split('@')[0]).status}"
                    for fact in facts_of(item, instance)
                ),
                before=effect.before,
                after=effect.after,
                checks=tuple(turn.check for turn in effect.turned),
            )
