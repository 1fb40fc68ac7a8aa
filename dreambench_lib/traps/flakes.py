"""The flake rate: how often a right solution fails when it is judged again and again."""

from __future__ import annotations

from typing import NamedTuple

from .bench import Course

REPETITIONS = 20


class Flake(NamedTuple):
    """One trap's solution under repetition."""

    trap: str
    runs: int
    failed: int
    reasons: tuple[str, ...]
    """What was wrong, each once: check and reason."""

    @property
    def rate(self) -> float:
        return self.failed / self.runs


def flakes(course: Course, repetitions: int = REPETITIONS) -> Flake:
    """Judge the first seed's solution `repetitions` times; nothing is remembered in between."""
    instance, last = course.instance(course.bench.seeds[0]), len(course.template.sessions)
    tree = course.solved(instance, last, instance.solution())
    asked = instance.session_checks(last)
    failed, reasons = 0, dict[str, None]()
    for _ in range(repetitions):
        verdict = course.bench.judge(asked, tree)
        failed += not verdict.passed
        reasons |= {f"{c.id}: {c.reason}": None for c in verdict.checks if not c.passed}
    return Flake(course.template.id, repetitions, failed, tuple(reasons))
