"""A frozen run and a part of it run anew: are they the same, record by record?"""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pandas as pd

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.sealed_files import RECORDS
from dreambench_lib.report.columns import rows
from dreambench_lib.report.places import shown
from dreambench_lib.report.prose import Prose, say
from dreambench_lib.report.sources import find
from dreambench_lib.report.words import count, in_order

Key = tuple[str, str, str, int]
"""(condition, agent, trap, seed)."""


def record_digests(folder: Path) -> dict[Key, str]:
    """The digest of each sealed record: instance, contexts, diffs and verdicts of one cell."""
    found: dict[Key, str] = {}
    try:
        with lzma.open(folder / RECORDS, "rt", encoding="utf-8") as lines:
            for line in lines:
                receipt = json.loads(line)["receipt"]
                condition, agent, trap, seed = receipt["key"]
                found[condition, agent, trap, int(seed)] = str(receipt["record"])
    except (OSError, EOFError, lzma.LZMAError, ValueError, KeyError, TypeError):
        raise BadInput(f"{shown(folder)} has no readable {RECORDS}: seal the run again") from None
    return found


def same_records(folder: Path, frozen: str) -> pd.DataFrame:
    """Per condition: cells run anew, those that the frozen run has, and those that are equal.

    Columns: condition, cells, in the frozen run, equal, differ: counts of cells, and the first
    three that differ.
    """
    ours, theirs = record_digests(folder), record_digests(find(frozen))
    found = []
    for condition in in_order({key[0] for key in ours}):
        mine = [key for key in ours if key[0] == condition]
        known = [key for key in mine if key in theirs]
        differ = ["/".join(map(str, key[1:])) for key in known if ours[key] != theirs[key]]
        found.append(
            {
                "condition": condition,
                "cells": len(mine),
                "in the frozen run": len(known),
                "equal": len(known) - len(differ),
                "differ": ", ".join(differ[:3]) + (" …" if len(differ) > 3 else ""),
            }
        )
    return pd.DataFrame(found)


def read_again(same: pd.DataFrame, frozen: str) -> Prose:
    """What the comparison of records says."""
    known, equal = (int(same[name].sum()) for name in ("in the frozen run", "equal"))
    if not known:
        return say(f"None of these cells is in {frozen}: there is nothing to compare.")
    if equal == known:
        return say(
            f"All {count(known, 'record')} are **equal** to those of {frozen}: the same instances, "
            "contexts, diffs and verdicts came out, byte by byte."
        )
    first = next(row["condition"] for row in rows(same) if row["differ"])
    return say(
        f"{known - equal} of {count(known, 'record')} **differ** from those of {frozen}, first "
        f"under {first}: find out what changed."
    )
