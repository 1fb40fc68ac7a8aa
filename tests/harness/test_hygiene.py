"""Hygiene from made-up tables: every count by hand, empty denominators undefined, blocks apart."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.score.policies import AS_RELEASED, EXCLUDE, UNDEFINED
from dreambench_lib.harness.hygiene import METRICS, Profile, correlations, hygiene, judge_free_fama
from dreambench_lib.harness.hygiene.metrics import BEHAVED, OUTCOMES, RECALLED
from dreambench_lib.memory.conditions import build, condition
from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Budget, Episode, Note, Query
from dreambench_lib.report.frames import load
from dreambench_lib.stats import cluster_bootstrap

Item = tuple[int, str]
"""Whether it was shown, and its facts."""
Check = tuple[int, str, int]
"""Session, kind, passed."""


class Made:
    """A run's tables, cell by cell."""

    def __init__(self) -> None:
        self.rows: dict[str, list[dict[str, Any]]] = {"cells": [], "recalls": [], "checks": []}
        self.constructs: dict[str, str] = {}

    def cell(
        self, condition: str, trap: str = "C3-a", seed: int = 1, items: list[Item] | None = None,
        checks: list[Check] | None = None, agent: str = "r", **cell: Any,
    ) -> Made:  # fmt: skip
        key = {"condition": condition, "agent": agent, "trap_id": trap, "seed": seed}
        self.constructs[trap] = trap.split("-")[0]
        base = {"passed": 1, "failed_party": None, "harm_shown": 0, "needed_shown": 0, "needed": 1}
        self.rows["cells"].append({**key, **base, **cell})
        self.rows["recalls"] += [
            {**key, "session": 3, "rank": rank, "shown": shown, "words": 10 * rank,
             "sources": None if facts == "lost" else f"n{rank}",
             "facts": None if facts == "lost" else facts}
            for rank, (shown, facts) in enumerate(items or [], start=1)
        ]  # fmt: skip
        self.rows["checks"] += [
            {**key, "session": session, "kind": kind, "passed": passed}
            for session, kind, passed in checks or [(3, "presence", 1)]
        ]
        return self

    @property
    def tables(self) -> Any:
        columns = ["condition", "agent", "trap_id", "seed", "session", "rank", "shown", "words",
                   "sources", "facts"]  # fmt: skip
        return SimpleNamespace(
            cells=pd.DataFrame(self.rows["cells"]),
            recalls=pd.DataFrame(self.rows["recalls"], columns=columns),
            checks=pd.DataFrame(self.rows["checks"]),
            traps=pd.DataFrame(
                {"trap_id": list(self.constructs), "construct": list(self.constructs.values())}
            ),
        )

    def profile(self, block: str = "needs", **given: Any) -> Profile:
        return hygiene(self.tables, block, Budget(items=6, words=100), **given)


def counts(profile: Profile, condition: str) -> dict[str, tuple[int, int]]:
    rates = profile.rates[condition]
    return {name: (rate.numerator, rate.denominator) for name, rate in rates.items()}


ITEMS = [
    (1, "line.new:current|line.old:superseded"),
    (1, "key.a@2:support"),
    (1, "suffix.x:out-of-scope"),
    (1, ""),
    (0, "line.z:overruled"),
    (0, "line.y:disproved"),
    (1, "other.o:irrelevant"),
    (0, "lost"),
]


def test_every_count_of_what_was_listed_and_shown() -> None:
    made = Made().cell("DF", items=ITEMS, harm_shown=1, needed_shown=2, needed=3)
    found = counts(made.profile(), "DF")
    assert {metric.name: found[metric.name] for metric in RECALLED} == {
        "useful_precision": (2, 5),
        "useful_listed": (2, 8),
        "useful_recall": (2, 3),
        "useful_density": (2, 5),
        "sources_per_item": (5, 5),
        "stale_exposure": (1, 5),
        "scope_violations": (1, 5),
        "overruled_exposure": (0, 5),
        "disproved_exposure": (0, 5),
        "irrelevant_import": (1, 5),
        "distractor_share": (1, 5),
        "provenance": (5, 5),
        "harm_shown": (1, 1),
        "harm_withheld": (2, 4),
        "bloat": (3, 8),
        "budget_items": (5, 6),
        "budget_words": (10 + 20 + 30 + 40 + 70, 100),
    }


def test_density_does_not_depend_on_how_notes_are_packed() -> None:
    apart = [(1, "line.a:current"), (1, ""), (1, "line.b:superseded"), (1, "key.c:support")]
    made = Made().cell("B5", items=apart)
    made.cell("B7", items=[(1, "line.a:current|line.b:superseded|key.c:support")])
    made.rows["recalls"][-1]["sources"] = "n1|n2|n3|n4"
    rates = made.profile().rates
    assert rates["B7"]["useful_precision"].value == 1
    assert rates["B5"]["useful_precision"].value == Fraction(1, 2)
    assert {rates[name]["useful_density"].value for name in ("B5", "B7")} == {Fraction(1, 2)}
    assert rates["B7"]["sources_per_item"].value == 4


def test_every_count_of_behaviour_and_outcome_in_the_scored_session_only() -> None:
    checks = [
        (1, "forgetting", 0), (1, "presence", 0), (3, "presence", 1), (3, "forgetting", 0),
        (3, "forgetting", 1), (3, "scope", 0), (3, "abstention", 1), (3, "procedure", 0),
        (3, "regression", 1), (3, "regression", 1),
    ]  # fmt: skip
    made = Made().cell("B5", checks=checks, passed=0).cell("B5", seed=2, passed=0)
    found = counts(made.profile(), "B5")
    assert {metric.name: found[metric.name] for metric in (*BEHAVED, *OUTCOMES)} == {
        "stale_use": (1, 2),
        "repeated_error": (0, 0),
        "overscope": (1, 1),
        "unwanted_use": (0, 1),
        "procedure_breach": (1, 1),
        "regression_after_update": (0, 2),
        "pass_at_1": (0, 2),
        # Its checks passed and its agent reported an error: kept apart.
        "final_passed": (1, 2),
    }


def test_what_was_disproved_is_a_repeated_error_and_no_stale_use() -> None:
    made = Made().cell("B5", "C9-a", checks=[(3, "forgetting", 0)])
    found = counts(made.profile("hurts"), "B5")
    assert (found["repeated_error"], found["stale_use"]) == ((1, 1), (0, 0))


def test_blocks_and_agents_are_never_pooled() -> None:
    made = Made().cell("B5", "C1-a", items=[(1, "a.b:current")]).cell("B5", "C10-a")
    assert counts(made.profile("needs"), "B5")["pass_at_1"] == (1, 1)
    assert counts(made.profile("hurts"), "B5")["useful_precision"] == (0, 0)
    with pytest.raises(BadInput, match="unknown block 'both'"):
        made.profile("both")
    made.cell("B5", "C1-a", agent="s")
    with pytest.raises(BadInput, match="name one of r, s"):
        made.profile()
    assert made.profile(agent="s").agent == "s"
    with pytest.raises(BadInput, match="nothing to profile"):
        made.profile("hurts", agent="s")


def test_cells_that_are_no_outcomes_count_nowhere_and_are_counted() -> None:
    made = Made().cell("B5", items=[(1, "a.b:current")])
    for party in ("infra", "referee"):
        made.cell("B5", seed=len(party), items=[(1, "")], failed_party=party, passed=0)
    made.cell("B5", seed=2, failed_party="agent", passed=0)
    profile = made.profile()
    assert profile.excluded == 2
    assert counts(profile, "B5")["pass_at_1"] == (1, 2)
    assert counts(profile, "B5")["useful_precision"] == (1, 1)


def test_an_empty_denominator_is_undefined_and_said_so() -> None:
    profile = Made().cell("B0").cell("B5", items=[(0, ""), (0, "")]).profile()
    assert profile.silent == ("B0",)
    for name in ("useful_precision", "stale_exposure", "distractor_share", "provenance"):
        for memory in ("B0", "B5"):
            assert profile.rates[memory][name].value is None
            assert profile.rates[memory][name].interval() is None
    table = profile.table()
    row = table[(table["condition"] == "B0") & (table["metric"] == "useful_precision")].iloc[0]
    assert row["share"] is pd.NA
    assert (row["numerator"], row["denominator"], row["lists_nothing"]) == (0, 0, True)
    assert len(table) == 2 * len(METRICS)
    assert set(profile.wide().columns) == {metric.name for metric in METRICS}


def test_verdicts_change_no_metric_of_what_was_shown() -> None:
    def made(passed: int) -> Profile:
        return Made().cell("DF", items=ITEMS, checks=[(3, "forgetting", passed)],
                           passed=passed).profile()  # fmt: skip

    good, bad = counts(made(1), "DF"), counts(made(0), "DF")
    assert all(good[metric.name] == bad[metric.name] for metric in RECALLED)
    assert good["stale_use"] != bad["stale_use"]


def test_intervals_resample_traps_with_their_own_sizes() -> None:
    made = Made()
    parts = {"C1-a": (1, 2), "C2-a": (0, 3), "C3-a": (2, 2), "C4-a": (0, 0)}
    for trap, (useful, shown) in parts.items():
        items = [(1, "a.b:current" if place < useful else "") for place in range(shown)]
        made.cell("B5", trap, items=items)
    rate = made.profile().rates["B5"]["useful_precision"]
    assert rate.value == Fraction(3, 7)
    for level in (0.95, 0.5):
        exact = cluster_bootstrap([1, 0, 2], [2, 3, 2], level)
        assert rate.interval(level) == (exact.low, exact.high)


def test_useful_precision_of_ideal_is_one_and_of_random_k_the_base_rate() -> None:
    notes = tuple(
        Note(id=f"n{i}", text=f"t{i}", session=1, date="2026-01-01", author="a", about="p")
        for i in range(12)
    )
    told = Episode(
        id="e", project="p", session=1, prompt="", context="", diff="", output="", notes=notes
    )
    made = Made()
    for seed in range(300):
        memory = build(condition("random-k"), Space(Path("."), f"m{seed}"))
        memory.write(told)
        order = [r.sources[0] for r in memory.read(Query(project="p", session=2, prompt="x"))]
        useful = {"n0", "n1", "n2"}
        items = [(int(i < 4), "a.b:current" if n in useful else "") for i, n in enumerate(order)]
        made.cell("random-k", seed=seed, items=items).cell("B0", seed=seed)
        made.cell("ideal", seed=seed, items=[(1, "a.b:current")])
    rates = {name: made.profile().rates[name]["useful_precision"].value
             for name in ("ideal", "random-k", "B0")}  # fmt: skip
    assert rates["ideal"] == 1
    assert rates["B0"] is None
    # 3 useful notes of 12; sd of the mean of 300 draws of 4 is 0.0107.
    assert float(rates["random-k"] or 0) == pytest.approx(0.25, abs=0.04)


def test_correlations_name_their_conditions_and_warn() -> None:
    made = Made()
    for name, useful in (("B1", 0), ("B2", 1), ("B3", 3), ("B4", 4)):
        items = [(1, "a.b:current" if i < useful else "") for i in range(4)]
        made.cell(name, items=items)
    made.cell("B0")
    table = correlations(made.profile()).set_index(["first", "second"])
    row = table.loc[("useful_precision", "distractor_share")]
    assert (float(row["r"]), row["conditions"]) == (pytest.approx(-1.0), 4)
    assert row["warning"].startswith("|r| > 0.95")
    assert table.loc[("useful_precision", "stale_exposure"), "r"] is pd.NA
    assert len(table) == len(METRICS) * (len(METRICS) - 1) // 2
    two = correlations(Made().cell("B1", items=ITEMS).cell("B2", items=ITEMS[:2]).profile())
    assert two["r"].isna().all()


def test_fama_from_check_kinds_is_the_papers_formula() -> None:
    checks = [
        (1, "presence", 0), (3, "presence", 1), (3, "presence", 1), (3, "presence", 0),
        (3, "forgetting", 0), (3, "scope", 1), (3, "abstention", 1), (3, "procedure", 0),
        (3, "regression", 0),
    ]  # fmt: skip
    made = Made().cell("B5", checks=checks, passed=0)
    [row] = judge_free_fama(made.tables, "needs", UNDEFINED)
    mpa, faa, weight = Fraction(2, 3), Fraction(2, 3), Fraction(3, 6)
    assert (row.mpa, row.faa, row.fama) == (mpa, faa, mpa - weight * (1 - faa))
    assert (row.pass_at_1, row.cells, row.with_forgetting, row.policy) == (0, 1, 1, "undefined")


def test_a_cell_without_forgetting_checks_follows_the_policy() -> None:
    made = Made().cell("B5", checks=[(3, "presence", 1), (3, "scope", 0)])
    made.cell("B5", seed=2, checks=[(3, "presence", 1)])
    rows = {p.name: judge_free_fama(made.tables, "needs", p)[0]
            for p in (UNDEFINED, EXCLUDE, AS_RELEASED)}  # fmt: skip
    assert rows["undefined"].fama is None
    assert (rows["undefined"].undefined, rows["exclude"].excluded) == (1, 1)
    assert (rows["exclude"].fama, rows["exclude"].scored) == (Fraction(1, 2), 1)
    assert rows["as-released"].fama == Fraction(3, 4)
    assert {row.with_forgetting for row in rows.values()} == {1}


def test_a_real_run_has_a_profile_and_the_published_fold_has_none(hygiene_run: Path) -> None:
    frames = load(hygiene_run)
    for block in ("needs", "hurts"):
        profile = hygiene(frames, block, Budget(), "reader-literal")
        assert profile.rates["ideal"]["useful_precision"].value == 1
        assert profile.rates["B0"]["useful_precision"].value is None
        assert profile.silent == ("B0",)
    with pytest.raises(BadInput, match="not published"):
        hygiene(load("published"), "needs", Budget())


def test_the_order_of_rows_changes_nothing() -> None:
    made = Made().cell("DF", items=ITEMS).cell("DF", seed=2, items=ITEMS[:3])
    before = made.profile()
    for rows in made.rows.values():
        random.Random(4).shuffle(rows)
    assert made.profile() == before
