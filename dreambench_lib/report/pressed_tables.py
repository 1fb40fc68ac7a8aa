"""What pressure does: counts at every setting, and the exact paired test of a change."""

from __future__ import annotations

import pandas as pd

from dreambench_lib.report.columns import rows
from dreambench_lib.report.frames import Frames
from dreambench_lib.report.pressed import Setting, Study
from dreambench_lib.report.words import BLOCKS, ranked
from dreambench_lib.stats import Comparison, compare_pairs, holm, outcomes, pair_outcomes
from dreambench_lib.stats.missing import Missing

_NEEDED = r":(?:current|support)(?:\||$)"
"""How ``recalls.csv`` writes a fact that the scored session needs."""


def pressure_table(study: Study) -> pd.DataFrame:
    """Setting by condition and block: passed cells, needed facts and useful items shown.

    A useful item is one that was shown in the scored session and brings a needed fact. Counts are
    over the cells that are outcomes; divide by `cells` for a mean.

    Columns: pressure, distractors, condition, block, traps, cells, passed, items shown, useful
    items, needed facts shown, needed facts, cells with harm shown, rate, useful a cell.
    """
    found = [
        {**setting._asdict(), "condition": condition, "block": block, **_counts(frames, part)}
        for setting, frames in study.runs.items()
        for condition in study.conditions
        for block in BLOCKS
        for part in [_part(frames, condition, block)]
        if len(part)
    ]
    table = pd.DataFrame(found)
    table["rate"] = table["passed"] / table["cells"]
    table["useful a cell"] = table["useful items"] / table["cells"]
    return table


def counts_table(table: pd.DataFrame, block: str, value: str) -> pd.DataFrame:
    """One column a setting, first N, then K rising: ``passed`` (of all cells), or another count."""
    order = ["distractors", "pressure"]
    mine = table[table["block"] == block].sort_values(order, kind="stable")
    found: dict[str, dict[str, str]] = {}
    for row in rows(mine):
        name = _name(Setting(row["pressure"], row["distractors"]))
        text = f"{row[value]}/{row['cells']}" if value == "passed" else f"{row[value]}"
        found.setdefault(row["condition"], {"condition": row["condition"]})[name] = text
    return pd.DataFrame(list(found.values()))


def changes(study: Study, block: str = "needs", alpha: float = 0.05) -> pd.DataFrame:
    """Per ranked condition: the heaviest pressure against none, on the same traps and seeds.

    The two outcomes of a (trap, seed) are a pair; the test is the sign-flip test over traps, and
    Holm corrects over the conditions. D counts cells that only the pressed side passed minus those
    that only the other passed.
    """
    settings = study.pressures()
    light, heavy = settings[0], settings[-1]
    tests = {
        name: _test(study, name, block, heavy, light) for name in study.conditions if ranked(name)
    }
    slots = holm({name: test.p_exact for name, test in tests.items()}, alpha)
    return pd.DataFrame(
        {
            "condition": name,
            f"passed at {light.pressure}": test.both_pass + test.c,
            f"passed at {heavy.pressure}": test.both_pass + test.b,
            "D": test.D,
            "traps": test.clusters,
            "traps not tied": test.signflip.nonzero,
            "p": test.p_exact,
            "Holm": float(slots[name].adjusted),
            "rejected": slots[name].rejected,
        }
        for name, test in tests.items()
    )


def _test(study: Study, name: str, block: str, first: Setting, second: Setting) -> Comparison:
    one, other = (
        outcomes(frames.outcomes[frames.outcomes["block"] == block], name)
        for frames in (study.runs[first], study.runs[second])
    )
    pairs = pair_outcomes(one, other, missing=Missing.COMPLETE_PAIRS)
    return compare_pairs(_name(first), _name(second), pairs)


def _name(setting: Setting) -> str:
    return f"K={setting.distractors}" if setting.distractors else f"N={setting.pressure}"


def _part(frames: Frames, condition: str, block: str) -> pd.DataFrame:
    cells = frames.outcomes
    return cells[(cells["condition"] == condition) & (cells["block"] == block)]


def _counts(frames: Frames, part: pd.DataFrame) -> dict[str, int]:
    recalls = frames.recalls
    mine = recalls[
        (recalls["condition"] == part["condition"].iloc[0])
        & recalls["trap_id"].isin(part["trap_id"])
        & (recalls["shown"] == 1)
    ]
    return {
        "traps": int(part["trap_id"].nunique()),
        "cells": len(part),
        "passed": int(part["passed"].sum()),
        "items shown": int(part["shown"].sum()),
        "useful items": int(mine["facts"].str.contains(_NEEDED, regex=True).sum()),
        "needed facts shown": int(part["needed_shown"].sum()),
        "needed facts": int(part["needed"].sum()),
        "cells with harm shown": int((part["harm_shown"] > 0).sum()),
    }
