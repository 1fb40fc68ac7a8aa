"""The words and the order that all tables and figures share."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.memory.table.ablations import ABLATIONS
from dreambench_lib.traps.template import HURTS

Block = Literal["needs", "hurts"]

CONSTRUCTS: dict[str, str] = {
    "C1": "verbatim retention",
    "C2": "interference",
    "C3": "staleness",
    "C4": "update propagation",
    "C5": "scope",
    "C6": "authority",
    "C7": "composition",
    "C8": "procedure",
    "C9": "disconfirmation",
    "C10": "abstention",
}
"""The paper's taxonomy, in a word or two each."""

BLOCKS: dict[Block, str] = {
    "needs": "memory is needed (C1–C8)",
    "hurts": "memory can only hurt (C9, C10)",
}

_ABLATIONS = {entry.id for entry in ABLATIONS}
NOT_PUBLISHED = "not published"


def block(construct: str) -> Block:
    """The block a construct's traps are summed in; the two are never pooled in own runs.

    >>> block("C3"), block("C9")
    ('needs', 'hurts')
    """
    return "hurts" if construct in HURTS else "needs"


def natural(name: str) -> list[tuple[int, int | str]]:
    """A sort key that puts C2 before C10.

    >>> sorted(["C10", "C2", "C1"], key=natural)
    ['C1', 'C2', 'C10']
    """
    parts = re.split(r"(\d+)", name)
    return [(0, int(part)) if part.isdigit() else (1, part) for part in parts if part]


def in_order(conditions: Iterable[str]) -> list[str]:
    """Conditions in one fixed order everywhere: baselines, others, probe, ablations, ceilings.

    A fixed order keeps a place on the page for each condition and ranks nothing.

    >>> in_order(["ideal", "DF", "A11", "B5", "no-capsule-rules", "A2", "B0", "recency-only"])
    ['B0', 'B5', 'recency-only', 'DF', 'A2', 'A11', 'no-capsule-rules', 'ideal']
    """

    def place(name: str) -> tuple[int, list[tuple[int, int | str]]]:
        if not ranked(name):
            return 9, natural(name)
        if name in CONDITIONS and CONDITIONS[name].ablates:
            return 3 + name.partition("-")[0].islower(), natural(name)
        family = re.match(r"(B|DF|A)(?=\d|-|$)", name)
        return {"B": 0, "DF": 2, "A": 3}.get(family.group(1) if family else "", 1), natural(name)

    return sorted(set(conditions), key=place)


def ablation(condition: str) -> bool:
    """Whether a condition is another one with a part taken out."""
    return condition in _ABLATIONS or bool(re.match(r"A\d", condition))


def ranked(condition: str) -> bool:
    """False for a ceiling or control that is shown beside the others but never ranked."""
    entry = CONDITIONS.get(condition)
    return entry.ranked if entry else True


def count(number: int, noun: str, plural: str | None = None) -> str:
    """A count with its noun.

    >>> count(1, "trap"), count(3, "trap")
    ('1 trap', '3 traps')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def exact(value: Fraction, digits: int = 40) -> str:
    """A probability as fraction and decimal; a fraction too long to read is left to the record.

    >>> exact(Fraction(1, 4)), exact(Fraction(271801, 524288))
    ('1/4 = 0.25', '271801/524288 = 0.5184')
    """
    fraction = f"{value.numerator}/{value.denominator}"
    decimal = f"{float(value):.4g}"
    return f"{fraction} = {decimal}" if len(fraction) <= digits else decimal
