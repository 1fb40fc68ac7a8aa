"""A run's costs as a notebook holds them: tokens by session and party, models, money."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd

from dreambench_lib.harness.estimate import sleep_model
from dreambench_lib.harness.gateway.budget import Amount
from dreambench_lib.harness.gateway.prices import Prices, read_prices
from dreambench_lib.harness.gateway.settings import PRICES, spent
from dreambench_lib.harness.gateway.wire import Used
from dreambench_lib.harness.plan import Plan
from dreambench_lib.harness.status import attempts
from dreambench_lib.report.columns import rows
from dreambench_lib.report.frames import Frames
from dreambench_lib.report.frames import load as load_frames

PARTIES = {
    "wake": "wake (the agent)",
    "sleep": "sleep (the memory)",
    "vendor": "memory vendor",
    "judge": "judge",
}
"""Whose tokens they are. Checks are programs, so a run's own scores ask no judge."""
KEY = ["condition", "agent", "trap_id", "seed"]


@dataclass(frozen=True, eq=False)
class Costs:
    """One source's costs."""

    frames: Frames
    usage: pd.DataFrame
    """A row a session and party: tokens, ``model``, ``money`` (a Fraction, or None)."""
    prices: Prices
    prices_from: str
    """Which price file, in words."""
    purse: Amount | None
    """What the run's purse says; None where it asked no model, or did not bring it."""
    events: list[dict[str, object]]
    """The log of attempts, where it lies beside the run."""

    @property
    def calls(self) -> int:
        """Model calls in all records; 0 where no model was called."""
        return int(self.usage["calls"].sum())

    @property
    def tokens(self) -> int:
        return int(self.usage["input_tokens"].sum() + self.usage["output_tokens"].sum())

    @property
    def unpriced(self) -> list[str]:
        """Models that were asked and have no price."""
        return sorted({str(row["model"]) for row in rows(self.usage) if row["money"] is None})

    @property
    def origin(self) -> str:
        """For captions."""
        return self.frames.origin

    def __repr__(self) -> str:
        asked = f"{self.calls:,} calls, {self.tokens:,} tokens" if self.calls else NOTHING
        if self.frames.published:
            asked = "tokens of single cells are not published"
        return f"{self.origin}: {asked} · prices: {self.prices_from}"


NOTHING = "no model was called"


def load(source: str | Path, prices: str | Path | None = None) -> Costs:
    """The costs of ``published`` or of a run, by its name or folder.

    Args:
        prices: A price file; default the one that lies beside the run, else the example.
    """
    frames = load_frames(source)
    beside = None if frames.folder is None else frames.folder / PRICES
    if frames.published:
        table, origin = read_prices(), "as printed below, without a date"
    elif prices is not None:
        table, origin = read_prices(Path(prices)), Path(prices).name
    elif beside is not None and beside.is_file():
        table, origin = read_prices(beside), "the run's own price file"
    else:
        table, origin = read_prices(), "the example price file"
    plan = frames.manifest.get("plan")
    made = Plan.model_validate(plan) if plan and len(frames.usage) else None
    usage = [_priced(row, made, table) for row in rows(frames.usage)]
    names = [*frames.usage.columns, "model", "money"]
    return Costs(
        frames=frames,
        usage=pd.DataFrame(usage, columns=names).astype({"money": object}),
        prices=table,
        prices_from=origin,
        purse=None if frames.folder is None else spent(frames.folder),
        events=[] if frames.folder is None else attempts(frames.folder),
    )


def _priced(row: dict[str, Any], plan: Plan | None, prices: Prices) -> dict[str, Any]:
    model = _model(row, plan)
    used = Used(int(row["input_tokens"]), int(row["output_tokens"]))
    return {**row, "model": model, "money": prices.of(model, used)}


def _model(row: dict[str, Any], plan: Plan | None) -> str:
    """Who was asked, by the plan; empty where the plan does not say."""
    if plan is None:
        return ""
    if row["party"] == "wake":
        return plan.model.model if plan.model else ""
    if row["party"] in ("sleep", "vendor") and plan.memory_model:
        return sleep_model(plan, str(row["condition"]))
    return ""


def money(amounts: list[Fraction | None]) -> Fraction | None:
    """The sum; None where one of them has no price."""
    known = [amount for amount in amounts if amount is not None]
    return sum(known, Fraction(0)) if len(known) == len(amounts) else None
