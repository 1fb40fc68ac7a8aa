"""Counting decisions."""

import csv
import io
from collections import Counter
from collections.abc import Iterable

from . import codes
from .evaluate import Decision
from .ruleset import OUTCOMES


def by_outcome(decisions: Iterable[Decision]) -> list[tuple[str, int]]:
    """How often each outcome came up, gravest first; outcomes that did not are left out."""
    counts = Counter(decision.outcome for decision in decisions)
    return [(outcome, counts[outcome]) for outcome in OUTCOMES if counts[outcome]]


def by_code(decisions: Iterable[Decision]) -> list[tuple[str, int]]:
    """How often each rule fired, the most frequent first; a rule is named by code and title."""
    counts = Counter(rule.code for decision in decisions for rule in decision.fired)
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return [(f"{code} {codes.title(code)}", count) for code, count in ranked]


def table(counts: list[tuple[str, int]]) -> list[str]:
    """Names padded to one width, counts flush right."""
    width = max((len(name) for name, _ in counts), default=0)
    digits = max((len(str(count)) for _, count in counts), default=0)
    return [f"{name:<{width}}  {count:>{digits}}" for name, count in counts]


COLUMNS = ("name", "{{heading}}")
"""The second is what head office's loader knows counts by."""


def sheet(counts: Iterable[tuple[str, int]]) -> str:
    """The counts as comma-separated text that head office can load."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(counts)
    return out.getvalue()
