"""The published hygiene panel beside ours, name by name, with why the two are not one number."""

from __future__ import annotations

from typing import NamedTuple

import pandas as pd

from dreambench_lib.report.hygiene.source import Hygiene
from dreambench_lib.report.printed import published_file
from dreambench_lib.report.words import in_order


class Counterpart(NamedTuple):
    """A published metric and what of ours comes closest."""

    published: str
    ours: str
    """Empty: we have none, on purpose."""
    block: str
    why: str


COUNTERPARTS = (
    Counterpart(
        "UsefulMemoryPrecision", "useful_precision", "needs",
        "Published: at most one useful item a label, over all items retrieved, so about one over "
        "their number. Ours: useful items over items shown.",
    ),
    Counterpart(
        "ContradictionRepairAccuracy", "repair_accuracy", "needs",
        "Published: the scored test passed and the old text was not retrieved, so a memory of "
        "nothing scores too. Ours: asked of the store, whatever the verdict.",
    ),
    Counterpart(
        "RepeatedErrorRate", "repeated_error", "hurts",
        "Published: the scored session failed after an earlier one had. Ours: a disproved cure was "
        "used, by its own check.",
    ),
    Counterpart(
        "RegressionAfterUpdate", "regression_after_update", "needs",
        "Published: one of seven words in the test's output. Ours: the regression checks that "
        "failed.",
    ),
    Counterpart(
        "HarmfulMemoryRate", "harm_shown", "needs",
        "Published: 0 for everybody, since it looked for a description that never occurs in a "
        "memory. Ours: cells in which an item with a harmful fact was shown.",
    ),
    Counterpart(
        "ScopeAccuracy", "overscope", "needs",
        "Published: mostly whether the test passed; high is good. Ours: scope checks that failed; "
        "low is good.",
    ),
    Counterpart(
        "HumanFeedbackUseAccuracy", "", "needs",
        "Published: the test passed and something was retrieved. It is pass@1 again, so we have "
        "none.",
    ),
    Counterpart(
        "TransferScore", "", "needs",
        "Equal to the line above in all published rows but one. We have none.",
    ),
)  # fmt: skip


def beside_published(hygiene: Hygiene, agent: str) -> pd.DataFrame:
    """Conditions down; published and ours side by side for each metric that has a counterpart.

    `DF-rules` stands beside the published `DF`, typed there by a model: the name says so.
    """
    raw = pd.read_csv(published_file("hygiene.csv"))
    printed = raw.pivot(index="condition", columns="metric", values="value")
    blocks = {block: hygiene.shares(agent, block) for block in ("needs", "hurts")}
    names = {name: name.removesuffix("-rules") for name in hygiene.conditions}
    found = []
    for name in in_order(names):
        if names[name] not in printed.index:
            continue
        line: dict[str, object] = {"ours": name, "published": names[name]}
        for pair in COUNTERPARTS:
            if pair.ours:
                line[f"{pair.published}, published"] = printed.at[names[name], pair.published]
                shares = blocks[pair.block]
                line[f"{pair.ours}, ours"] = (
                    shares[pair.ours].get(name) if pair.ours in shares else None
                )
        found.append(line)
    return pd.DataFrame(found)


def differences_table() -> pd.DataFrame:
    """Why the numbers differ, metric by metric."""
    return pd.DataFrame(
        [
            {
                "published": p.published,
                "ours": p.ours or "none, on purpose",
                "why they differ": p.why,
            }
            for p in COUNTERPARTS
        ]
    )


def published_correlations() -> pd.DataFrame:
    """The pairs of published metrics beyond |r| 0.95, over the 21 conditions."""
    from dreambench_lib.harness.hygiene.correlation import LIMIT, correlations

    raw = pd.read_csv(published_file("hygiene.csv"))
    wide = raw.pivot(index="condition", columns="metric", values="value").astype("Float64")
    pairs = correlations(wide[[p.published for p in COUNTERPARTS]]).dropna(subset="r")
    return pairs[pairs["r"].abs() > LIMIT].reset_index(drop=True)
