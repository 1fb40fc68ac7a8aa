"""What every command that runs a plan shows: an estimate before, progress meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from . import show

if TYPE_CHECKING:
    from ..harness.gateway.settings import Live
    from ..harness.plan import Plan


def carry(
    plan: Plan, key: str, folder: Path, live: Live | None, *, root: Path | None = None,
    pilot: Path | None = None, beside: Mapping[str, bytes] = MappingProxyType({}), **how: Any,
) -> dict[str, Any] | None:  # fmt: skip
    """Run the plan to its end and seal it; returns the estimate that was shown, if any.

    Args:
        pilot: A run whose finished cells are taken over first (`harness.extend`).
        how: Further arguments of `harness.run.run`.
    """
    from ..harness.extend import extend
    from ..harness.run import run
    from ..harness.seal import seal

    guess = None if live is None else _estimate(plan, key, folder, live, root, pilot)
    if pilot is not None:
        taken = extend(pilot, folder, plan, key, root, beside)
        _say(f"taken over from {pilot.name}: {taken} cells")
    with show.progress() as bar:
        told = Told(plan, folder, bar, live is not None)
        run(plan, key, folder, root=root, beside=beside, live=live, progress=told, **how)
    if told.remembered:
        _say(f"from the cache: {told.remembered} cells (--no-cache runs them again)")
    seal(folder, root=root)
    return guess


class Told:
    """The progress bar's words, after every cell: passes, spend, what it will be in all."""

    def __init__(self, plan: Plan, folder: Path, bar: Any, models: bool) -> None:
        from ..harness.estimate import models_of

        self._folder, self._bar = folder, bar
        self._models = models_of(plan) if models else []
        self._task = bar.add_task("cells", total=None, note="")
        self._passed = self._done = self.remembered = 0
        self._start: dict[str, object] = {}

    def __call__(self, finished: Any, done: int, total: int) -> None:
        from ..harness.spend import spend
        from ..harness.status import attempts

        if finished is None:
            self._start = [one for one in attempts(self._folder) if one["event"] == "start"][-1]
        else:
            self._done += 1
            self._passed += finished.passed
            self.remembered += finished.remembered
        words = [f"{self._passed}/{self._done} passed"] if self._done else []
        if self._models:
            paid = spend(self._folder, self._start, self._models, done, total)
            words += [paid.words] if paid else []
        self._bar.update(self._task, completed=done, total=total, note=", ".join(words))


def _estimate(
    plan: Plan, key: str, folder: Path, live: Live, root: Path | None, pilot: Path | None
) -> dict[str, Any]:
    """Say what the run will probably cost; refuse first what cannot work."""
    from ..harness.estimate import estimate
    from ..harness.gateway.prices import read_prices
    from ..harness.gateway.settings import check

    check(live, filter(None, (plan.model, plan.memory_model)))
    prices = read_prices(live.prices)
    guess = estimate(plan, key, _finished(folder, pilot), root)
    money, most, most_money = (
        guess.money(prices), guess.most_tokens(plan), guess.most_money(prices),
    )  # fmt: skip
    calls = sum(one.calls for one in guess.parties)
    unit = prices.currency
    _say(
        f"estimate: {guess.cells} cells, {guess.sessions} sessions, {calls:,} calls; likely "
        f"{guess.tokens:,} tokens, {_money(money, unit)}; at most "
        + (f"{most:,} tokens, {_money(most_money, unit)}" if most else "what the budget lets")
    )
    for line in guess.assumed:
        _say(f"  assumed: {line}")
    caps = live.caps
    if caps.money and money is not None and money > float(caps.money):
        _say(
            f"  likely more than the budget of {caps.money} {unit}: the run would stop before its "
            "end, and go on where it stopped with a higher one"
        )
    return {
        "cells": guess.cells,
        "sessions": guess.sessions,
        "calls": calls,
        "tokens": guess.tokens,
        "money": None if money is None else float(money),
        "most_tokens": most,
        "most_money": None if most_money is None else float(most_money),
    }


def _say(line: str) -> None:
    show.errors.print(line, soft_wrap=True)


def _money(amount: Any, unit: str) -> str:
    return "no price" if amount is None else f"{float(amount):.4f} {unit}"


def _finished(folder: Path, pilot: Path | None) -> set[Any]:
    """The cells that need not be run."""
    from ..harness.folder import PLAN, is_sealed
    from ..harness.lookup import records_of

    places = [pilot] if pilot else []
    places += [folder] if (folder / PLAN).exists() and not is_sealed(folder) else []
    return {record.key for place in places for record in records_of(place)[2]}
