"""What the suite's outcomes say, for assertions that name what went wrong."""

from __future__ import annotations

from collections.abc import Sequence

from dreambench_lib.harness.redteam import Outcome, load_cases

CASES = load_cases()


def told(outcomes: Sequence[Outcome]) -> list[str]:
    return [f"{o.case}: {o.detail}" for o in outcomes if not o.refused]


def wrong_reasons(outcomes: Sequence[Outcome]) -> list[str]:
    """Cases that failed, but not for the reason that their file gives."""
    return [
        f"{each.name}: {seen.reasons.get(each.check)!r} instead of {each.reason!r}"
        for each, seen in zip(CASES, outcomes, strict=True)
        if each.reason and seen.reasons.get(each.check) != each.reason
    ]
