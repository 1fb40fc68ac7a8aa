"""Printed sums and means against the printed parts they are made of, exactly.

A difference is listed when it shows in the digits that the parts are printed with. Parts that give
a value exactly between two roundings (a tie) are listed apart, since both roundings occur: what
binary floating point prints for such a value stands beside it. Whether rounding explains a
difference is a bound, not a guess: half a unit of the last digit of every printed figure that takes
part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, NamedTuple

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.keys import DURATIONS, TASKS
from dreambench_lib.forgetting.score.published import Printed, Subject, read_printed, read_table3

Explained = Literal[
    "yes", "tie: both roundings occur", "only as a difference of rounded figures", "no"
]
TIE: Explained = "tie: both roundings occur"


class Check(NamedTuple):
    """One printed figure and what its parts give."""

    item: str
    printed: str
    parts: Fraction
    """What the parts add or average to."""
    difference: Fraction
    """Printed minus parts."""
    bound: Fraction
    """The largest difference that rounding alone can make."""
    agrees: bool
    explained: Explained
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        return {
            "item": self.item,
            "printed": self.printed,
            "parts": float(self.parts),
            "difference": float(self.difference),
            "bound": float(self.bound),
            "explained": self.explained,
            "note": self.note,
        }


def check(item: str, printed: Printed, parts: Sequence[Printed], over: int = 1) -> Check:
    """`printed` against the sum of `parts` divided by `over`.

    >>> p = Printed.of
    >>> check("a sum", p("1.0"), [p("0.45"), p("0.45")]).explained
    'no'
    """
    value = sum((part.value for part in parts), Fraction(0)) / over
    slack = sum((part.half for part in parts), Fraction(0)) / over
    finest = min([printed.half, *(part.half for part in parts)])
    difference = printed.value - value
    note = ""
    explained: Explained = "yes" if abs(difference) <= printed.half + slack else "no"
    if abs(difference) == printed.half:
        explained = TIE
        note = f"binary floats print {float(value):.{printed.digits}f}"
    agrees = abs(difference) < finest
    bound = printed.half + slack
    return Check(item, printed.text, value, difference, bound, agrees, explained, note)


def check_difference(item: str, whole: Printed, less: Printed, parts: Sequence[Printed]) -> Check:
    """A figure that is printed only as ``whole - less``, against the sum of `parts`.

    Its two terms were rounded each, so the bound is wider than that of one printed figure; a
    difference between the two bounds is called what it is.
    """
    digits = max(whole.digits, less.digits)
    final = Printed.of(f"{float(whole.value - less.value):.{digits}f}")
    narrow = check(item, final, parts)
    wide = narrow.bound - final.half + whole.half + less.half
    note = f"{whole.text} - {less.text}"
    if narrow.agrees or narrow.explained != "no" or abs(narrow.difference) > wide:
        return narrow._replace(note="; ".join(filter(None, (note, narrow.note))))
    return narrow._replace(
        explained="only as a difference of rounded figures",
        note=f"{note}; bound {float(wide):g} if the final itself was never rounded",
    )


def reconcile(table3: Path | None = None, printed: Path | None = None) -> list[Check]:
    """Every figure of Tables 4 and 5 that Table 3 has the parts of."""
    subjects, figures = read_table3(table3), read_printed(printed)
    return [*_table4(subjects, figures), *_table5(subjects, figures)]


def differences(checks: Sequence[Check]) -> list[Check]:
    """Those that do not agree, largest first; ties are not among them."""
    return _sorted(one for one in checks if not one.agrees and one.explained != TIE)


def ties(checks: Sequence[Check]) -> list[Check]:
    """Printed figures whose parts lie exactly between it and its neighbour."""
    return _sorted(one for one in checks if one.explained == TIE)


def _sorted(checks: Iterable[Check]) -> list[Check]:
    return sorted(checks, key=lambda one: (-abs(one.difference), one.item))


def _table4(subjects: list[Subject], figures: dict[str, Any]) -> list[Check]:
    out = []
    for group, row in figures.get("table4", {}).items():
        members = [one for one in subjects if one.group == group]
        if not members:
            raise BadInput(f"Table 4 has the group {group!r} and Table 3 no subject of it")
        for task, text in row.items():
            parts = [one.cells[task, duration] for one in members for duration in DURATIONS]
            item = f"Table 4, {group}, {task}: mean of {len(members)} sums over durations"
            out.append(check(item, Printed.of(text), parts, len(members)))
    return out


def _table5(subjects: list[Subject], figures: dict[str, Any]) -> list[Check]:
    out = []
    for duration, rows in figures.get("table5", {}).items():
        for name, row in rows.items():
            found = [one for one in subjects if one.name == name]
            if len(found) != 1:
                raise BadInput(f"Table 5 has {name!r}, which Table 3 has {len(found)} times")
            parts = [found[0].cells[task, duration] for task in TASKS]
            whole, less = Printed.of(row["mpa"]), Printed.of(row["reduction"])
            item = f"Table 5, {name}, {duration}: sum over tasks after the reduction"
            out.append(check_difference(item, whole, less, parts))
    return out
