"""Tables of notebook 07, as data frames; formatting is the notebook's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from dreambench_lib.forgetting.frozen import read_frozen
from dreambench_lib.forgetting.judges.protocols import PROTOCOLS
from dreambench_lib.forgetting.keys import DURATIONS
from dreambench_lib.forgetting.score.counts import Counts
from dreambench_lib.forgetting.score.policies import CHOICES, policy, score
from dreambench_lib.forgetting.score.published import read_table3
from dreambench_lib.forgetting.score.ranks import Standing, empty_buckets, standings
from dreambench_lib.forgetting.score.reconcile import differences, reconcile, ties
from dreambench_lib.forgetting.trap_scores import trap_fama


def example_table(examples: Mapping[str, Counts]) -> pd.DataFrame:
    """Worked examples: the formula's parts, and FAMA under each policy."""
    return pd.DataFrame(
        {
            "example": name,
            "MPA": counts.mpa,
            "FAA": counts.faa,
            "lambda": counts.weight,
            **{f"FAMA, {choice}": score(counts, policy(choice)).fama for choice in CHOICES},
        }
        for name, counts in examples.items()
    )


def census_table() -> pd.DataFrame:
    """Criteria and empty buckets per task and duration."""
    rows = read_frozen("census")["buckets"]
    names = {
        "no_forgetting": "without forgetting",
        "no_presence": "without presence",
        "no_forgetting_rate": "share without forgetting",
    }
    return pd.DataFrame(rows).rename(columns=names)


def paper_table() -> pd.DataFrame:
    """The paper's Table 2 and the release side by side; neither corrects the other."""
    found = read_frozen("census")
    paper = found["paper"]
    rows = []
    for duration in DURATIONS:
        mine = [row for row in found["buckets"] if row["duration"] == duration]
        criteria = sum(row["presence"] + row["forgetting"] for row in mine)
        rows.append(
            {
                "duration": duration,
                "questions, paper": paper["questions"][duration],
                "questions, release": sum(row["questions"] for row in mine),
                "criteria, paper": paper["criteria"][duration],
                "criteria, release": criteria,
                "release minus paper": criteria - paper["criteria"][duration],
            }
        )
    return pd.DataFrame(rows)


def protocol_table() -> pd.DataFrame:
    """The protocols by name."""
    return pd.DataFrame(
        {"protocol": one.name, "meaning": one.meaning} for one in PROTOCOLS.values()
    )


def rank_table() -> pd.DataFrame:
    """Table 3's subjects: their place under each policy, as far as printed cells can tell."""
    empty = empty_buckets(read_frozen("census"))
    made = {
        choice: {(s.subject, s.group): s for s in standings(read_table3(), empty, choice)}
        for choice in CHOICES
    }
    return pd.DataFrame(
        {
            "subject": one.subject,
            "group": one.group,
            "sum of 900, as released": None if one.low is None else float(one.low),
            **{
                f"rank, {choice}": _rank(made[choice][one.subject, one.group]) for choice in CHOICES
            },
        }
        for one in made["as-released"].values()
    )


def reconcile_table() -> pd.DataFrame:
    """Printed figures that their parts do not give, largest difference first."""
    return pd.DataFrame([one.as_dict() for one in differences(reconcile())])


def tie_table() -> pd.DataFrame:
    """Printed figures whose parts lie exactly between two roundings."""
    rows = pd.DataFrame([one.as_dict() for one in ties(reconcile())])
    return rows[["item", "printed", "parts", "difference", "note"]]


def lint_table() -> pd.DataFrame:
    """The linter's counts on the release."""
    rules = read_frozen("lint")["rules"]
    return pd.DataFrame(
        {"rule": name, "criteria": row["criteria"], "questions": row["questions"],
         "meaning": row["meaning"]}
        for name, row in rules.items()
    )  # fmt: skip


def trap_table(checks: pd.DataFrame, outcomes: pd.DataFrame, rule: str) -> pd.DataFrame:
    """pass@1 and judge-free FAMA of a run, block by block."""
    rows: list[dict[str, Any]] = [
        {
            "condition": one.condition,
            "agent": one.agent,
            "block": one.block,
            "cells": one.cells,
            "pass@1": float(one.pass_rate),
            "FAMA": None if one.fama is None else float(one.fama),
            "scored": one.scored,
            "left out": one.excluded,
            "undefined": one.undefined,
        }
        for one in trap_fama(checks, outcomes, policy(rule))
    ]
    return pd.DataFrame(rows)


def _rank(one: Standing) -> str:
    if one.best is None:
        return "undefined"
    return str(one.best) if one.best == one.worst else f"{one.best}–{one.worst}"
