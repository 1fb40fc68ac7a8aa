"""Which single constructs something may be claimed about: what the human audit allows.

A construct's rows are always shown; sentences about a single construct are withheld where people
disagree on a label, or have read fewer than three in ten of its traps in full.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from dreambench_lib.report.frames import Frames
from dreambench_lib.report.places import ROOT
from dreambench_lib.report.prose import Prose, say
from dreambench_lib.report.words import count
from dreambench_lib.traps import review
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.review import coverage
from dreambench_lib.traps.template import Template
from dreambench_lib.traps.variants import base_id

REVIEWS = ROOT / "traps" / "reviews"
"""Filled review tables (``dreambench traps review``)."""


def review_table(traps: Mapping[str, Template], reviews: Path = REVIEWS) -> pd.DataFrame:
    """Per construct: how many traps people labelled and read in full, and what is withheld."""
    every = list(traps.values())
    return pd.DataFrame(
        {
            "construct": row.construct,
            "traps": row.traps,
            "labelled by people": row.labelled,
            "read in full": row.deep,
            "unresolved": row.unresolved,
            "claims": f"withheld: {row.withheld}" if row.withheld else "may be made",
        }
        for row in coverage(_merged(every, reviews), every)
    )


def withheld(frames: Frames, reviews: Path = REVIEWS) -> dict[str, str]:
    """Construct to the reason why nothing is claimed about it; empty where all may be claimed.

    The published fold's traps are not ours to audit, and no audit of them was published.
    """
    if frames.published:
        return dict.fromkeys(frames.constructs, "no human audit of these traps was published")
    shelf = load_traps()
    names = dict.fromkeys(map(base_id, frames.trap_ids))
    known = [shelf[name] for name in names if name in shelf]
    ours = frames.traps["trap_id"].map(base_id).isin([trap.id for trap in known])
    foreign = dict.fromkeys(frames.traps[~ours]["construct"], "traps that are not of this set")
    reasons = {**review.withheld(_merged(known, reviews), known), **foreign}
    return {name: reasons[name] for name in frames.constructs if name in reasons}


def withheld_table(kept_back: Mapping[str, str]) -> pd.DataFrame:
    """Per reason, the constructs about which nothing is claimed for it."""
    groups: dict[str, list[str]] = {}
    for construct, reason in kept_back.items():
        groups.setdefault(reason, []).append(construct)
    rows = [(", ".join(constructs), reason) for reason, constructs in groups.items()]
    return pd.DataFrame(rows, columns=["no claim about", "because"])


def read_review(table: pd.DataFrame) -> Prose:
    """Today's coverage, plainly."""
    traps, seen = int(table["traps"].sum()), int(table["labelled by people"].sum())
    deep, open_ = int(table["read in full"].sum()), int(table["unresolved"].sum())
    may = int((table["claims"] == "may be made").sum())
    if not seen and not deep:
        return say(
            f"**No person has audited any of the {traps} traps yet.** Labels are their authors'",
            "own, checked by machine only. So nothing is claimed about how a condition does on a",
            "single construct: counts by construct are shown and not interpreted.",
        )
    return say(
        f"People labelled {seen} of {count(traps, 'trap')} and read {deep} in full; "
        f"{open_ or 'none'} are unresolved.",
        f"Claims may be made about {may} of {count(len(table), 'construct')}.",
    )


def _merged(traps: Sequence[Template], reviews: Path) -> review.Merged:
    return review.merge(sorted(reviews.glob("*.csv")), traps)
