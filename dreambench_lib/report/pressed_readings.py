"""What the pressure study says, in sentences made from its counts."""

from __future__ import annotations

import pandas as pd

from dreambench_lib.report.columns import rows
from dreambench_lib.report.pressed import Setting, Study
from dreambench_lib.report.prose import Prose, say
from dreambench_lib.report.words import count, ranked


def read_study(study: Study) -> Prose:
    """What was run: settings, traps, and that nothing else differs."""
    far = ", ".join(str(one.pressure) for one in study.pressures())
    many = ", ".join(str(one.distractors) for one in study.distractions())
    return say(
        f"{count(len(study.first.trap_ids), 'trap')} under "
        f"{count(len(study.conditions), 'condition')}, "
        f"{count(len(study.first.seeds), 'seed')} each, with {far} filler sessions;",
        f"and without any, with {many} distractors." if len(study.distractions()) > 1 else "",
        "Key, traps, seeds, budget and reader are the same in all runs, so every cell has its "
        "counterpart in each of them.",
    )


def read_pressure(study: Study, table: pd.DataFrame, block: str = "needs") -> Prose:
    """From no pressure to the heaviest, each ranked condition: passed cells, and what was shown.

    Useful items where memory is needed; where it can only hurt, cells with a harmful fact shown.
    """
    light, heavy = study.pressures()[0], study.pressures()[-1]
    lines = []
    for name in filter(ranked, study.conditions):
        one, other = (_row(table, name, block, setting) for setting in (light, heavy))
        if one["items shown"] == other["items shown"] == 0:
            lines.append(f"**{name}** shows nothing: {one['passed']} of {one['cells']} throughout.")
            continue
        lines.append(
            f"**{name}**: {one['passed']} of {one['cells']} passed at {light.pressure}, "
            f"{other['passed']} of {other['cells']} at {heavy.pressure}; "
            f"{_shown(one, other, block)}."
        )
    return Prose("\n".join(f"- {line}" for line in lines))


def read_changes(found: pd.DataFrame, alpha: float = 0.05) -> Prose:
    """Which changes the paired test rejects; where it does not, nothing is said to be equal."""
    yes = [str(row["condition"]) for row in rows(found) if row["rejected"]]
    no = [str(row["condition"]) for row in rows(found) if not row["rejected"] and row["D"]]
    tied = [str(row["condition"]) for row in rows(found) if not row["D"]]
    return say(
        f"After Holm over the {count(len(found), 'condition')}, pressure makes a difference at "
        f"{alpha:g} for {_list(yes)}."
        if yes
        else f"After Holm, no condition's change is rejected at {alpha:g}.",
        f"For {_list(no)} the test failed to reject, which is no evidence that pressure leaves "
        f"{'it' if len(no) == 1 else 'them'} alone."
        if no
        else "",
        f"{_list(tied)} {'has' if len(tied) == 1 else 'have'} equal counts at both ends."
        if tied
        else "",
    )


def _shown(one: dict[str, object], other: dict[str, object], block: str) -> str:
    if block == "needs":
        name = "useful a cell"
        return f"useful items a cell {one[name]:.2f}, then {other[name]:.2f}"
    name = "cells with harm shown"
    return f"a harmful fact shown in {one[name]}, then in {other[name]} cells"


def _row(table: pd.DataFrame, name: str, block: str, setting: Setting) -> dict[str, object]:
    mine = table[(table["condition"] == name) & (table["block"] == block)]
    here = mine[
        (mine["pressure"] == setting.pressure) & (mine["distractors"] == setting.distractors)
    ]
    return rows(here)[0]


def _list(names: list[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
