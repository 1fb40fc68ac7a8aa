"""The published cost table as it was printed, with what its own figures say about it."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, NamedTuple

import pandas as pd

from dreambench_lib.report.frames import load
from dreambench_lib.report.printed import printed as printed_figures
from dreambench_lib.report.printed import published_file
from dreambench_lib.report.prose import Prose
from dreambench_lib.report.sources import PUBLISHED
from dreambench_lib.report.tables import Table, table

PRINTED_ORIGIN = "published cost table (arXiv 2608.20664), with what its own figures imply"
NOT_HERE = "not tabulated"
MILLION = 1_000_000


class Printed(NamedTuple):
    """A condition's printed figures, and what follows from them by arithmetic alone."""

    condition: str
    each: float
    """Printed USD per success."""
    scored: int
    """Passed cells of the scored session, of 180."""
    all_passed: int
    """Passed sessions, the ordinary ones included: the published warm-up count plus `scored`."""
    usd: float | None
    wake: int | None
    sleep: int | None
    judge: int | None
    total: int | None

    @property
    def divisor(self) -> float | None:
        """By what the printed sum was divided."""
        return None if self.usd is None else self.usd / self.each

    @property
    def by_scored(self) -> float | None:
        """The printed sum over the successes of the scored session."""
        return None if self.usd is None else self.usd / self.scored

    @property
    def parts(self) -> int | None:
        """What the printed parties add up to."""
        if self.wake is None or self.sleep is None or self.judge is None:
            return None
        return self.wake + self.sleep + self.judge


class Costed(NamedTuple):
    """The printed table with the prices it was made by."""

    rows: tuple[Printed, ...]
    input_price: int
    """USD per million tokens that the agent read; sleep and judge were priced at 0."""
    output_price: int
    sessions: int
    limit: int
    """The declared limit of F11: so many times the cost of `base`."""
    base: str

    def of(self, condition: str) -> Printed:
        return next(row for row in self.rows if row.condition == condition)

    def output_tokens(self, row: Printed) -> float | None:
        """Output tokens of the agent that the printed sum implies, at the printed prices."""
        if row.usd is None or row.wake is None:
            return None
        more = Fraction(str(row.usd)) * MILLION - self.input_price * row.wake
        return float(more / (self.output_price - self.input_price))

    def with_judge(self, row: Printed) -> float | None:
        """USD per success of the scored session, the judge's tokens at the agent's input price."""
        if row.usd is None or row.judge is None:
            return None
        return (row.usd + row.judge * self.input_price / MILLION) / row.scored

    def times(self, value: float | None, base: float | None) -> float | None:
        """How many times the base's cost; None where either is not known."""
        return None if value is None or not base else value / base


def printed_costs() -> Costed:
    """`results/published/cost.json`, beside the fold's own cells and warm-up counts."""
    told = json.loads(published_file("cost.json").read_text(encoding="utf-8"))
    cells = load(PUBLISHED).cells
    scored = cells.groupby("condition")["passed"].sum()
    warm = printed_figures()["warmup_of_360"]
    return Costed(
        rows=tuple(
            _row(name, one, int(scored[name]), int(warm[name]))
            for name, one in told["rows"].items()
        ),
        input_price=told["prices"]["wake"]["input"],
        output_price=told["prices"]["wake"]["output"],
        sessions=told["sessions"],
        limit=told["limit"]["times"],
        base=told["limit"]["of"],
    )


def _row(name: str, one: dict[str, Any], scored: int, warm: int) -> Printed:
    return Printed(
        condition=name, each=one["usd_per_success"], scored=scored, all_passed=scored + warm,
        **{key: one.get(key) for key in ("usd", "wake", "sleep", "judge", "total")},
    )  # fmt: skip


def printed_table(costs: Costed) -> Table:
    """As printed, then derived; sorted as printed, the cheapest first."""
    found = pd.DataFrame(
        [
            {
                "condition": row.condition,
                "USD a success, printed": row.each,
                "USD in all": row.usd,
                "divided by": row.divisor,
                "sessions passed": row.all_passed,
                "scored sessions passed": row.scored,
                "USD a scored success": row.by_scored,
                "tokens printed / their parts": None
                if row.total is None or row.parts is None
                else row.total / row.parts,
                "output tokens implied": costs.output_tokens(row),
                "with the judge's tokens": costs.with_judge(row),
            }
            for row in costs.rows
        ]
    )
    forms = {
        "USD a success, printed": ".4f", "USD in all": ".2f", "divided by": ",.0f",
        "USD a scored success": ".4f", "tokens printed / their parts": ".3f",
        "output tokens implied": ",.0f", "with the judge's tokens": ".3f",
    }  # fmt: skip
    return table(found.astype(object).where(found.notna(), None), PRINTED_ORIGIN, NOT_HERE, **forms)


def read_printed(costs: Costed, dearest: str = "DF-hybrid") -> Prose:
    """What is known to be wrong with the table, each with the figures that show it."""
    row, base = costs.of(dearest), costs.of(costs.base)
    told = [one for one in costs.rows if one.divisor is not None]
    parts = [one for one in costs.rows if one.total is not None and one.parts]
    doubled = [one for one in parts if one.total == 2 * (one.parts or 0)]
    output = {one.condition: costs.output_tokens(one) for one in parts}
    even = {name: round(value or 0) for name, value in output.items()}
    judged, plain = costs.with_judge(row), costs.with_judge(base)
    before = costs.times(row.each, base.each) or 0
    after = costs.times(judged, plain) or 0
    lines = [
        f"**Sleep and judges were free.** Only the agent's tokens were priced ({costs.input_price} "
        f"and {costs.output_price} USD a million). {dearest} used {row.judge or 0:,} tokens of a "
        f"judge, {(row.judge or 0) / (row.wake or 1):.0f} times what its agent used. At the "
        f"agent's input price a scored success of {dearest} costs {judged or 0:.2f} USD, not "
        f"{row.each:.3f}.",
        f"**So the declared limit was met on paper only.** F11 allows {costs.limit} times the cost "
        f"of {costs.base}: printed {before:.2f} times, with the judge's tokens {after:.0f} times.",
        f"**A success was any session's.** The sums were divided by {_ends(told)}, of "
        f"{costs.sessions} sessions; the scored sessions passed are {_scored(told)}. The divisors "
        f"are {_beyond(told)} more than the sessions that passed by the fold's own counts; why is "
        "not published.",
        f"**Tokens were counted twice.** The printed totals of {_names(doubled)} are exactly twice "
        "the sum of their parties: a file went in beside its own sources.",
        "**The agent's tokens are not a provider's report.** They are words, counted where the "
        "agent's program printed no usage; the output tokens that the sums imply are round: "
        + ", ".join(f"{value:,} ({name})" for name, value in even.items())
        + ".",
        f"**Most of it is not tabulated.** Token counts are at hand for {len(parts)} of "
        f"{len(costs.rows)} conditions, and none per cell: no interval can be given, and nothing "
        "can be priced anew.",
    ]
    return Prose("\n".join(f"- {line}" for line in lines))


def _ends(told: list[Printed]) -> str:
    values = [round(one.divisor or 0) for one in told]
    return f"{min(values)} to {max(values)}"


def _scored(told: list[Printed]) -> str:
    return f"{min(one.scored for one in told)} to {max(one.scored for one in told)}"


def _beyond(told: list[Printed]) -> str:
    more = [round(one.divisor or 0) - one.all_passed for one in told]
    return f"{min(more)} to {max(more)}"


def _names(some: list[Printed]) -> str:
    return ", ".join(one.condition for one in some) or "none"
