"""Families of comparisons as tables: registered slots, exact p, Holm, and what was printed."""

from __future__ import annotations

from typing import Any

import pandas as pd

from dreambench_lib.report.comparing import comparisons
from dreambench_lib.report.frames import Frames
from dreambench_lib.report.plans import plan_of_source
from dreambench_lib.report.printed import printed, printed_p
from dreambench_lib.report.words import ranked
from dreambench_lib.stats import (
    EXPLORATORY,
    V1,
    V2,
    Comparison,
    Family,
    Slot,
    signflip_test,
)


def family_of(frames: Frames, second: str, block: str = "needs") -> Family:
    """The family of the plan that the source carries; without one every other ranked condition
    against `second`.

    All of them, so that picking the best-looking pair afterwards gains nothing.
    """
    state = plan_of_source(frames)
    for planned in state.families if state else ():
        if planned.block in ("all", block):
            return planned.family
    if frames.published:
        return V2
    others = [name for name in frames.conditions if ranked(name) and name != second]
    return Family(
        f"all against {second}", tuple(Slot(f"{o} / {second}", o, second) for o in others)
    )


def family_table(frames: Frames, family: Family, block: str | None = None) -> pd.DataFrame:
    """One row a slot, with its status. A slot without outcomes stays in at p = 1.

    Args:
        block: ``needs``, ``hurts``, or for the published fold ``all``, which is its default.
    """
    where = block or ("all" if frames.published else "needs")
    made = {slot.label: _compare(frames, slot, where) for slot in family.slots}
    p_values = {label: one.p_exact for label, one in made.items() if one is not None}
    absent = {label: "no outcomes" for label, one in made.items() if one is None}
    adjusted = family.adjust(p_values, absent)
    found = []
    for slot in family.slots:
        one, holm = made[slot.label], adjusted[slot.label]
        found.append(
            {
                "slot": slot.label,
                "first": slot.first,
                "second": slot.second,
                "D": one.D if one else None,
                "b": one.b if one else None,
                "c": one.c if one else None,
                "p": holm.raw,
                "p float": float(holm.raw),
                "Holm": float(holm.adjusted),
                "rejected": holm.rejected,
                "status": one.status if one else "unavailable, at p = 1",
                **(_printed(frames, slot, float(holm.raw)) if where == "all" else {}),
            }
        )
    return pd.DataFrame(found)


def post_hoc_family(frames: Frames, family: Family) -> pd.DataFrame:
    """The published family over the traps where memory is needed: C9 and C10 left out; else empty.

    Those six traps were admitted on a compared condition failing them. Leaving them out was decided
    after the outcomes were known, so every row is exploratory.
    """
    return family_table(frames, family, "needs") if frames.published else pd.DataFrame()


def v1_table(frames: Frames) -> pd.DataFrame:
    """The v1 family from its published score counts (its cells are not public); else empty.

    Columns: comparison, D, p, p float, Holm, rejected, status, printed p, difference.
    """
    if not frames.published:
        return pd.DataFrame()
    entries = {f"{e['first']} / {e['second']}": e for e in printed()["v1_family"]["comparisons"]}
    tests = {
        f"{slot.first} / {slot.second}": signflip_test(
            int(score)
            for score, n in entries[f"{slot.first} / {slot.second}"]["score_counts"].items()
            for _ in range(n)
        )
        for slot in V1.slots
    }
    labels = {f"{slot.first} / {slot.second}": slot.label for slot in V1.slots}
    adjusted = V1.adjust({labels[name]: test.p_exact for name, test in tests.items()})
    return pd.DataFrame(
        {
            "comparison": name,
            "D": test.D,
            "p": test.p_exact,
            "p float": test.p,
            "Holm": float(adjusted[labels[name]].adjusted),
            "rejected": adjusted[labels[name]].rejected,
            "status": EXPLORATORY,
            "printed p": entries[name]["clustered_p"],
            "difference": test.p - entries[name]["clustered_p"],
        }
        for name, test in tests.items()
    )


def _compare(frames: Frames, slot: Slot, block: str) -> Comparison | None:
    if slot.unavailable or slot.first is None or slot.second is None:
        return None
    if not {slot.first, slot.second} <= set(frames.outcomes["condition"]):
        return None
    return comparisons(frames, slot.first, slot.second).get(block)


def _printed(frames: Frames, slot: Slot, p: float) -> dict[str, Any]:
    if not frames.published or slot.first is None or slot.second is None:
        return {}
    there = printed_p(slot.first, slot.second)
    return {"printed p": there, "difference": None if there is None else p - there}
