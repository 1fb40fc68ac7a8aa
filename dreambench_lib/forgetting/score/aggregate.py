"""Questions to cells: the mean over one task and duration, with everything it left out counted.

Two means stand side by side, since they are two estimands: every question counts the same, or
every report (persona) does, which is what the released aggregator takes. They agree where all
reports have the same number of scored questions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.keys import DURATIONS, PERSONAS, TASKS, QuestionKey
from dreambench_lib.forgetting.score.counts import Counts
from dreambench_lib.forgetting.score.policies import UNDEFINED, Policy, Score, score
from dreambench_lib.forgetting.score.scales import CellScore


class QuestionResult(NamedTuple):
    """What is known of one question; `counts` is None where a verdict is undecided: unscored."""

    key: QuestionKey
    task: str
    counts: Counts | None


class Cell(NamedTuple):
    """One task and duration."""

    task: str
    duration: str
    fama: CellScore | None
    """Every scored question counts the same; None: no question is scored, or one is undefined."""
    by_report: CellScore | None
    """Every persona counts the same."""
    mpa: CellScore | None
    """Mean MPA of the same questions, before the forgetting penalty."""
    questions: int
    scored: int
    excluded: int
    undefined: int
    unscored: int
    with_forgetting: int
    """Of the questions that have counts, those with a forgetting criterion."""
    missing: tuple[str, ...]
    """Personas that were expected and have no question here."""

    @property
    def complete(self) -> bool:
        return not self.missing and not self.unscored


class Aggregate(NamedTuple):
    """All cells under one policy."""

    policy: Policy
    cells: dict[tuple[str, str], Cell]

    @property
    def header(self) -> str:
        """What stands above every table: the policy and how many questions have a bucket to empty.

        Also what was not scored: no count is ever silent.
        """
        sums = {n: sum(getattr(c, n) for c in self.cells.values()) for n in _COUNTED}
        known = sums["questions"] - sums["unscored"]
        gaps = sum(len(cell.missing) for cell in self.cells.values())
        return (
            f"empty-bucket policy {self.policy.name}; {sums['with_forgetting']} of {known} "
            f"questions have forgetting criteria; scored {sums['scored']}, excluded "
            f"{sums['excluded']}, undefined {sums['undefined']}, unscored {sums['unscored']}; "
            f"persona cells missing: {gaps}"
        )


_COUNTED = ("questions", "scored", "excluded", "undefined", "unscored", "with_forgetting")


def aggregate(
    results: Iterable[QuestionResult],
    policy: Policy = UNDEFINED,
    *,
    personas: Sequence[str] = PERSONAS,
    durations: Sequence[str] = DURATIONS,
    tasks: Sequence[str] = TASKS,
) -> Aggregate:
    """Cells of Table 3's shape; a question given twice, or of an unexpected cell, is refused.

    Args:
        results: Each question once.
        policy: What an empty bucket scores.
        personas: Those that every cell must have; the ones it lacks are listed in it.
        durations: Columns.
        tasks: Rows.
    """
    wanted = {(t, d): Counter[tuple[str, Counts | None]]() for t in tasks for d in durations}
    known, seen = set(personas), set[QuestionKey]()
    for key, task, counts in results:
        if key in seen:
            raise BadInput(f"question {key} is there twice: give each report once")
        seen.add(key)
        if (task, key.duration) not in wanted or key.persona not in known:
            raise BadInput(
                f"question {key} ({task}) is not among the expected tasks, durations and personas"
            )
        wanted[task, key.duration][key.persona, counts] += 1
    return Aggregate(
        policy, {place: _cell(*place, tally, policy, personas) for place, tally in wanted.items()}
    )


def _cell(
    task: str,
    duration: str,
    tally: Counter[tuple[str, Counts | None]],
    policy: Policy,
    personas: Sequence[str],
) -> Cell:
    scores = [(who, score(counts, policy), n) for (who, counts), n in tally.items() if counts]
    fates = Counter[str]()
    per_report: dict[str, list[tuple[Score, int]]] = defaultdict(list)
    for who, one, times in scores:
        fates[one.treated] += times
        per_report[who].append((one, times))
    broken = fates["undefined"] > 0
    everything = [(one, times) for _, one, times in scores]
    reports = [mean for part in per_report.values() if (mean := _mean(part, "fama")) is not None]
    means = [_mean(everything, "fama"), _mean_of(reports), _mean(everything, "mpa")]
    fama, by_report, mpa = (
        None if broken or value is None else CellScore(100 * value) for value in means
    )
    here = {who for who, _ in tally}
    return Cell(
        task=task,
        duration=duration,
        fama=fama,
        by_report=by_report,
        mpa=mpa,
        questions=tally.total(),
        scored=fates["scored"],
        excluded=fates["excluded"],
        undefined=fates["undefined"],
        unscored=sum(n for (_, counts), n in tally.items() if counts is None),
        with_forgetting=sum(n for _, one, n in scores if one.case in ("full", "no presence")),
        missing=tuple(who for who in personas if who not in here),
    )


def _mean(scores: Iterable[tuple[Score, int]], part: str) -> Fraction | None:
    """Mean over scored questions; a missing MPA (empty presence bucket) counts as the policy says.

    Under `as-released` that is 0, and no other policy scores such a question.
    """
    kept = [(getattr(one, part) or Fraction(0), n) for one, n in scores if one.treated == "scored"]
    total = sum(n for _, n in kept)
    return sum((value * n for value, n in kept), Fraction(0)) / total if total else None


def _mean_of(values: Sequence[Fraction]) -> Fraction | None:
    return sum(values, Fraction(0)) / len(values) if values else None
