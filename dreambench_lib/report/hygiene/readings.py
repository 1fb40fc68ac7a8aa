"""What the hygiene tables say, in sentences made from their numbers."""

from __future__ import annotations

import pandas as pd

from dreambench_lib.harness.hygiene.correlation import LIMIT
from dreambench_lib.report.columns import rows
from dreambench_lib.report.hygiene.source import Hygiene
from dreambench_lib.report.hygiene.tables import UNDEFINED, one_finding
from dreambench_lib.report.prose import Prose, say
from dreambench_lib.report.words import count, ranked


def read_anchors(hygiene: Hygiene, agent: str) -> Prose:
    """The three conditions whose precision is known beforehand, and what was found."""
    shares = hygiene.shares(agent, "needs")
    told = []
    for name, meant in (
        ("ideal", "shows governing facts only, so all it shows is useful"),
        ("random-k", "shows listed items by lot, so its precision is the share of useful ones"),
        ("B0", "shows nothing, so there is nothing to divide by"),
    ):
        if name in shares.index:
            found = _share(shares.at[name, "useful_precision"])
            base = f" of {_share(shares.at[name, 'useful_listed'])}" if name == "random-k" else ""
            told.append(f"- **{name}** {meant}: {found}{base}.")
    if not told:
        return say("None of the conditions with a known precision is in this run.")
    return Prose("Useful precision where it is known beforehand:\n\n" + "\n".join(told))


def read_exposures(hygiene: Hygiene, agent: str) -> Prose:
    """How many memories fill their slots alike, and which show the most and the least harm."""
    shares = hygiene.shares(agent, "needs")
    shares = shares[[ranked(str(name)) for name in shares.index]]
    told = []
    for metric, words in (
        ("useful_recall", "of the needed facts"),
        ("harm_shown", "of the cells with a harmful fact shown"),
    ):
        known = shares[metric].dropna()
        if len(known):
            most, least = known.idxmax(), known.idxmin()
            told.append(
                f"Most {words}: {most} ({known.max():.2f}); fewest: {least} ({known.min():.2f})."
            )
    silent = hygiene.part(agent, "needs")
    names = sorted(set(silent.loc[silent["lists_nothing"].astype(bool), "condition"]))
    told.append(
        f"{', '.join(names)} listed nothing in any cell: its passes say nothing of memory."
        if names
        else "Every condition listed something."
    )
    return say(*told)


def read_budgets(table: pd.DataFrame, wide: Hygiene, tight: Hygiene) -> Prose:
    """Who loses most when the words bind."""
    names = [f"pass@1, needs, {h.budget.words:,}" for h in (wide, tight)]
    if not set(names) <= set(table):
        return say("The two runs have no block in common.")
    both = table[["condition", *names]].dropna()
    both = both[both["condition"].map(ranked)]
    if both.empty:
        return say("The two runs have no ranked condition in common.")
    lost = [
        (float(row[names[0]]) - float(row[names[1]]), row["condition"], row) for row in rows(both)
    ]
    alike = sum(abs(less) < 1e-12 for less, _, _ in lost)
    less, name, most = max(lost, key=lambda one: one[:2])
    told = (
        f"The largest loss is that of {name}: from {most[names[0]]:.2f} to {most[names[1]]:.2f}."
        if less > 0
        else "Nobody passes less often."
    )
    return say(
        f"From {wide.words} to {tight.words}, where memory is needed: {alike or 'none'} of "
        f"{count(len(both), 'ranked condition')} pass as often as before.",
        told,
    )


def read_repairs(table: pd.DataFrame) -> Prose:
    """How often a store was right in all three."""
    if table.empty:
        return say("No condition of this run has a typed store: repair is undefined.")
    # Of equals the first in the shared order, which puts full forms before their ablations.
    best = max(rows(table), key=lambda row: row["all three"])
    typed = max(rows(table), key=lambda row: row["old value typed"])
    return say(
        f"The most that any typed store got right in all three is {best['all three']} of "
        f"{best['contradictions']} contradictions ({best['condition']}).",
        f"At most {typed['old value typed']} of {typed['contradictions']} old values were typed at "
        "all: what was not read cannot be repaired.",
        "The stores are typed by rule: this is a measure of rules, not of typed memory.",
    )


def read_correlations(pairs: pd.DataFrame) -> Prose:
    """Which metrics are one finding."""
    beyond = int((pairs["r"].abs() > LIMIT).sum())
    if not beyond:
        return say(
            f"No two of these metrics correlate beyond |r| = {LIMIT}, over "
            f"{count(len(pairs), 'pair')} that can be compared."
        )
    groups = "; ".join(", ".join(group) for group in one_finding(pairs))
    return say(
        f"**Warning.** {count(beyond, 'pair')} of {len(pairs)} lie beyond |r| = {LIMIT} and are "
        f"one finding each, not two: {groups}."
    )


def read_ablations(table: pd.DataFrame, pairs: list[tuple[str, str]], traps: int) -> Prose:
    """Where ablations show something else, and whether it is always what they lack."""
    if not pairs:
        return say("This run has no ablation beside its full form.")
    told = []
    for ablation, full in pairs:
        part = table[table["ablation"] == ablation]
        odd = int((~part["expected"].astype(bool)).sum())
        where = f"on {len(part)} of {traps} traps" if len(part) else "nowhere"
        won = int(part["lost"].sum()), int(part["won"].sum())
        told.append(
            f"- **{ablation}** shows something else than {full} {where}"
            + (f"; cells lost {won[0]}, won {won[1]}" if any(won) else "")
            + (f"; on {odd} for another reason than what it lacks" if odd else "")
            + "."
        )
    return Prose("\n".join(told))


def read_extraction(table: pd.DataFrame) -> Prose:
    """What part of the facts the rules read, over all paraphrases."""
    every = table[(table["construct"] == "all") & (table["paraphrase"] == 0)]
    told = [
        f"{PLURAL[row['kind']]} {row['found']} of {row['of']} ({row['found'] / row['of']:.0%})"
        for row in rows(every)
    ]
    return say(
        f"Read of what the notes say: {', '.join(told)}.",
        "Whatever `-rules` conditions score, this much of the facts ever reached their stores as "
        "fields.",
    )


PLURAL = {"value": "values", "way": "ways", "link": "links", "reach": "reaches"}


def _share(value: object) -> str:
    return UNDEFINED if value is pd.NA or value is None else f"{value:.2f}"
