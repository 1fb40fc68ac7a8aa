"""The published v2.1 counts beside the fold before them, and the band that calls it drift."""

from __future__ import annotations

from fractions import Fraction

import pandas as pd

from dreambench_lib.report.external.source import External
from dreambench_lib.report.frames import load
from dreambench_lib.report.plans.drift import DRIFT
from dreambench_lib.report.printed import printed, published_file
from dreambench_lib.report.prose import Prose, say
from dreambench_lib.report.sources import PUBLISHED
from dreambench_lib.report.tables import Table, table

OF = 180
CONTROLS = ("B0", "B5")


def band(external: External) -> Fraction:
    """How far a control may lie from itself in another fold, as the plan declares it."""
    ends = [
        abs(end)
        for claim in external.held.evaluation.state.claims
        for demand in claim.demands
        if demand.measure.startswith(DRIFT)
        for end in (demand.at_least, demand.at_most)
        if end is not None
    ]
    return max(ends, default=Fraction(0))


def silent() -> set[str]:
    """The conditions of v2 that put no more words before the agent than no memory did."""
    panel = pd.read_csv(published_file("hygiene.csv"))
    words = panel[panel["metric"] == "AdmTok/task"].set_index("condition")["value"]
    return set(words.index[words <= words["B0"]]) - {"B0"}


def counts() -> pd.DataFrame:
    """Condition, passes of 180 in v2 (from its cells) and in v2.1 (as printed), their distance.

    A row that showed nothing in v2 has no distance: it was no memory there.
    """
    before = load(PUBLISHED).cells.groupby("condition")["passed"].sum().drop(list(silent()))
    found = []
    for name, after in printed()["v21"]["passes_of_180"].items():
        old = int(before[name]) if name in before.index else None
        found.append(
            {
                "condition": name,
                "v2": old,
                "v2.1": after,
                "distance in rate": None if old is None else (after - old) / OF,
            }
        )
    return pd.DataFrame(found)


def published_table(external: External) -> Table:
    """The public counts, each with what the plan's band says of it."""
    width, frame = float(band(external)), counts()
    frame[f"within {width:g}"] = [
        "showed nothing in v2" if pd.isna(one) else "yes" if abs(one) <= width else "no"
        for one in frame["distance in rate"]
    ]
    for name in ("v2", "v2.1"):
        frame[name] = ["–" if pd.isna(one) else f"{int(one)}/{OF}" for one in frame[name]]
    caption = f"published (arXiv 2608.20664): {printed()['v21']['note']}"
    return table(frame, caption, "–", **{"distance in rate": "+.3f"})


def read_published(external: External) -> Prose:
    """What can be said of the two published folds, and what cannot."""
    told, rejected = printed()["v21"], ", ".join(printed()["v21"]["rejected_after_holm"])
    rows = counts().dropna(subset="distance in rate").set_index("condition")["distance in rate"]
    width = float(band(external))
    moved = [
        f"{name} {round(OF * rows[name]):+d}" for name in rows.index if abs(rows[name]) > width
    ]
    controls = ", ".join(f"{name} {round(OF * rows[name]):+d}" for name in CONTROLS if name in rows)
    lost = sum("(unavailable)" in one for one in told["family_A"])
    return say(
        f"Published: {rejected} reject against {told['family_A_second']} in Family A; {lost} of "
        f"{len(told['family_A'])} slots were unavailable and stayed, as did {told['family_B']}.",
        f"Between the two folds the controls moved by {controls} of {OF} cells; by a band of "
        f"{width:g} {'beyond it: ' + ', '.join(moved) if moved else 'nothing lies beyond it'}.",
        f"What showed no word in v2 ({', '.join(sorted(silent()))}) has no distance from it.",
        "So a row of one fold is never set against a row of the other: only against the B0 that "
        "ran beside it. The band is ours, and was chosen with these counts known.",
    )
