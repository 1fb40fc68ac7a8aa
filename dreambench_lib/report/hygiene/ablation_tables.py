"""Ablations, the validity matrix and the rules' audit, as tables."""

from __future__ import annotations

from collections import Counter

import pandas as pd

from dreambench_lib.harness.hygiene.ablations import pairs
from dreambench_lib.harness.hygiene.validity import PREDICTIONS, Verdict, summary
from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.report.columns import rows
from dreambench_lib.report.hygiene.source import Hygiene


def ablation_pairs(hygiene: Hygiene) -> list[tuple[str, str]]:
    """(ablation, full form) that the run has."""
    return pairs(hygiene.conditions)


def ablation_table(hygiene: Hygiene, most: int = 6) -> pd.DataFrame:
    """One line an ablation: on how many traps it shows something else, which, and why first."""
    table = hygiene.derived["ablations"]
    found = []
    for ablation, full in ablation_pairs(hygiene):
        part = table[table["ablation"] == ablation]
        names = list(part["trap_id"])
        more = f" and {len(names) - most} more" if len(names) > most else ""
        told = Counter(_told(row) for row in rows(part))
        often = [f"{what} ({number} of {len(part)})" for what, number in told.most_common(1)]
        found.append(
            {
                "ablation": ablation,
                "of": full,
                "lacks": CONDITIONS[ablation].lacks,
                "traps": len(names),
                "which": ", ".join(names[:most]) + more or "none",
                "what differs first, most often": "".join(often),
                "unexplained": int((~part["expected"].astype(bool)).sum()),
                "cells lost": int(part["lost"].sum()),
                "cells won": int(part["won"].sum()),
            }
        )
    return pd.DataFrame(found)


def _told(row: dict[str, object]) -> str:
    if row["what"] != "decision":
        return f"{row['what']} of an item: {row['before']}"
    return f"{row['before'] or 'not listed'} → {row['after'] or 'not listed'}"


def _verdicts(hygiene: Hygiene) -> list[Verdict]:
    return [Verdict(**row) for row in rows(hygiene.derived["validity"])]


def validity_table(hygiene: Hygiene) -> pd.DataFrame:
    """One line a feature: what should fall without it, what did, and why the rest did not."""
    return pd.DataFrame(
        [
            {
                "feature off": one.feature,
                "in": one.ablation,
                "should fall: traps with": PREDICTIONS[one.feature][1],
                "predicted": one.predicted,
                "fell": one.fell,
                "both": one.both,
                "deviations": "; ".join(f"{cause}: {n}" for cause, n in one.causes.items()),
            }
            for one in summary(_verdicts(hygiene))
        ]
    )


def deviations_table(hygiene: Hygiene) -> pd.DataFrame:
    """Every trap that fell unpredicted, or stood though it was predicted to fall."""
    return pd.DataFrame(
        [
            {
                "feature off": one.feature,
                "trap": one.trap_id,
                "predicted": one.predicted,
                "fell": one.fell,
                "cause": one.cause,
                "first decision that differs": one.evidence,
            }
            for one in _verdicts(hygiene)
            if one.cause
        ],
        columns=[
            "feature off",
            "trap",
            "predicted",
            "fell",
            "cause",
            "first decision that differs",
        ],
    )


def extraction_table(hygiene: Hygiene) -> pd.DataFrame:
    """Kinds down; in all, by paraphrase and by construct across, each with its denominator."""
    table = hygiene.derived["extraction"]
    found: dict[str, dict[str, object]] = {}
    for row in rows(table):
        place = row["paraphrase"]
        column = (
            row["construct"] if row["construct"] != "all" else (f"text {place}" if place else "all")
        )
        line = found.setdefault(str(row["kind"]), {"kind": row["kind"]})
        line[column] = f"{row['found']}/{row['of']}"
    frame = pd.DataFrame(list(found.values()))
    texts = sorted(str(name) for name in frame if str(name).startswith("text"))
    codes = [str(name) for name in frame if str(name)[0] == "C"]
    codes.sort(key=lambda code: int(code[1:]))
    return frame[["kind", "all", *texts, *codes]]
