"""Plans as files: frozen once, carried by runs, amended by appending; the published falsifiers."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.plan import Plan
from dreambench_lib.report.comparing import compare_source, comparisons
from dreambench_lib.report.conclusions import conclusions
from dreambench_lib.report.family_tables import family_of, family_table, post_hoc_family
from dreambench_lib.report.frames import load
from dreambench_lib.report.places import ROOT
from dreambench_lib.report.plans import (
    amend,
    carried_files,
    claims_table,
    evaluate_source,
    freeze,
    hold,
    paths,
    plan_of_source,
    read_frozen,
)
from dreambench_lib.stats import V2

PUBLISHED = ROOT / "results" / "published"

STUDY = """
name = "study"
[[family]]
name = "main"
block = "needs"
agent = "reader-careful"
secondary = ["per seed"]
slots = [
  { label = "H1", first = "DF-hybrid-rules", second = "B5" },
  { label = "H2", first = "recency-only", second = "B5" },
  { label = "H3", first = "gone", second = "B5" },
]
[[claim]]
id = "better"
says = "The probe passes more than verbatim notes."
slot = "H1"
test = "difference"
[[falsifier]]
id = "harm"
says = "The probe shows nothing harmful."
demands = [
  { measure = "cells with harm shown", of = "DF-hybrid-rules", at_most = 0, block = "needs" },
]
[[gate]]
id = "headroom"
says = "Memory is needed."
demands = [{ measure = "pass rate", of = "B0", at_most = 0.5, block = "needs" }]
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "study.toml"
    path.write_text(STUDY, encoding="utf-8")
    return path


def carry(run: Path, plan: Path) -> None:
    """What `dreambench run --plan` leaves in a run's folder and manifest."""
    digest, files = carried_files(plan)
    for name, data in files.items():
        (run / name).write_bytes(data)
    manifest = json.loads((run / "manifest.json").read_text())
    manifest["plan"] = {"preregistration": digest}
    (run / "manifest.json").write_text(json.dumps(manifest))


class TestPublished:
    def test_falsifiers_come_out_as_published(self) -> None:
        held = hold(load("published"))
        assert held is not None
        assert held.carried
        states = {one.claim.id: one.state for one in held.evaluation.judged}
        assert [states[f"F{n}"] for n in range(1, 6)] == [
            "holds", "fails", "holds", "fails", "fails",
        ]  # fmt: skip
        assert states["F8"] == states["F9"] == "not evaluable"
        assert states["headroom"] == "holds"
        assert states["warm-up"] == "fails"

    def test_what_was_seen_are_the_published_figures(self) -> None:
        held = hold(load("published"))
        assert held is not None
        seen = {one.claim.id: one.seen for one in held.evaluation.judged}
        assert "0.264" in seen["F2"]
        assert "0.017" in seen["F3"]
        assert "0.106" in seen["F4"]
        assert "0.433" in seen["F5"]
        assert "0.797" in seen["warm-up"]

    def test_p1_is_a_null_and_not_an_equality(self) -> None:
        held = hold(load("published"))
        assert held is not None
        p1 = held.evaluation.of("P1")
        assert p1.state == "fails"
        assert "failed to reject, which is no evidence" in p1.allows
        assert held.evaluation.families["v2"]["P1"].adjusted == 1

    def test_the_shipped_plan_is_frozen_and_is_the_v2_family(self) -> None:
        state = freeze(PUBLISHED / "plan.toml")
        assert state.families[0].family.digest == V2.digest
        written = (PUBLISHED / "plan.frozen.json").read_bytes()
        assert hashlib.sha256(written).hexdigest() == state.digest

    def test_exactly_the_registered_analyses_are_planned(self) -> None:
        frames = load("published")
        p1 = comparisons(frames, "DF-hybrid", "B5")
        assert {name: one.status for name, one in p1.items()} == {
            "all": "planned: P1 of v2", "needs": "exploratory", "hurts": "exploratory",
        }  # fmt: skip
        assert comparisons(frames, "DF-hybrid", "B3")["all"].status == "exploratory"
        assert comparisons(frames, "DF-hybrid", "B5", alpha=0.1)["all"].status == "exploratory"

    def test_without_c9_and_c10_post_hoc(self) -> None:
        table = post_hoc_family(load("published"), V2).set_index("slot")
        assert table["D"].to_dict() == {
            "P1": -3, "P2": -27, "P3": -10, "P4": 7, "P5": 24, "P6": 5,
        }  # fmt: skip
        shown = {slot: f"{p:.3g}" for slot, p in table["p float"].items()}
        assert (shown["P1"], shown["P2"], shown["P5"]) == ("0.755", "0.00122", "0.00361")
        assert set(table["status"]) == {"exploratory"}


def test_runs_without_a_plan_keep_their_bytes() -> None:
    manifest = json.loads((ROOT / "results" / "offline-60" / "manifest.json").read_text())
    plan = Plan.model_validate(manifest["plan"])
    assert plan.digest == manifest["plan_digest"]
    assert "preregistration" not in plan.model_dump_json()
    assert plan.model_copy(update={"preregistration": "ab"}).digest != plan.digest


class TestFiles:
    def test_freezing_twice_changes_nothing(self, study: Path) -> None:
        first = freeze(study)
        written = paths(study).frozen.read_bytes()
        assert freeze(study).digest == first.digest == hashlib.sha256(written).hexdigest()
        study.write_text("# a comment\n" + STUDY)
        assert freeze(study).digest == first.digest

    @pytest.mark.parametrize(
        "change",
        [
            ('  { label = "H3", first = "gone", second = "B5" },\n', ""),
            ("at_most = 0.5", "at_most = 0.9"),
            ('secondary = ["per seed"]', ""),
        ],
    )
    def test_a_frozen_plan_cannot_be_frozen_anew(self, study: Path, change: tuple) -> None:
        freeze(study)
        written = paths(study).frozen.read_bytes()
        study.write_text(STUDY.replace(*change))
        with pytest.raises(BadInput, match=r"no longer says what study.frozen.json froze"):
            freeze(study)
        assert paths(study).frozen.read_bytes() == written

    def test_an_edited_frozen_file_is_refused(self, study: Path) -> None:
        freeze(study)
        frozen = paths(study).frozen
        text = frozen.read_text()
        frozen.write_text(text.replace('{"about"', '{ "about"'))
        with pytest.raises(BadInput, match="was edited"):
            read_frozen(study)
        frozen.write_text(text[:40])
        with pytest.raises(BadInput, match="is damaged"):
            read_frozen(study)

    def test_amendments_are_appended_and_chained(self, study: Path, tmp_path: Path) -> None:
        before = freeze(study)
        late = tmp_path / "late.toml"
        late.write_text(STUDY.partition("[[claim]]")[2].join(["[[claim]]", ""]).replace(
            '"better"', '"late"').partition("[[falsifier]]")[0])  # fmt: skip
        amend(study, "2026-01-02", "it was switched off", [("H2", "the service is gone")])
        state = amend(study, "2026-01-03", "an idea", adds=late)
        assert state.digest == before.digest
        assert [slot.label for slot in state.families[0].slots] == ["H1", "H2", "H3"]
        assert state.families[0].slots[1].unavailable == "the service is gone"
        assert state.added_by("late") == 2
        log = paths(study).log
        lines = log.read_text().splitlines(keepends=True)
        log.write_text("".join(lines[::-1]))
        with pytest.raises(BadInput, match="the log was edited"):
            read_frozen(study)

    @pytest.mark.parametrize(
        ("slots", "why", "match"),
        [
            ([("H9", "r")], "w", "unknown slot of main 'H9'"),
            ([("H1", " ")], "w", "without a reason"),
            ([], " ", "needs a reason"),
        ],
    )
    def test_a_bad_amendment_writes_nothing(
        self, study: Path, slots: list, why: str, match: str
    ) -> None:
        freeze(study)
        with pytest.raises(BadInput, match=match):
            amend(study, "2026-01-02", why, slots)
        assert not paths(study).log.exists()

    @pytest.mark.parametrize(
        ("text", "match"),
        [
            ("name = ", "is not TOML"),
            ("colour = 1", "unknown setting in study.toml 'colour'"),
            ('name = "x"', "families"),
            ("[family]\nname = 'x'", r"write \[\[family\]\]"),
            (STUDY.replace('test = "difference"', 'test = "differnce"'), "difference"),
            (STUDY.replace('slot = "H1"', 'slot = "H7"'), "no such family has"),
            (STUDY.replace('"pass rate"', '"pas rate"'), "did you mean 'pass rate'"),
            (STUDY.replace('"per seed"', '"per sed"'), "secondary.0"),
        ],
    )
    def test_a_wrong_plan_is_one_sentence(self, study: Path, text: str, match: str) -> None:
        study.write_text(text)
        with pytest.raises(BadInput, match=match) as told:
            freeze(study)
        assert "\n" not in str(told.value)
        assert not paths(study).frozen.exists()


class TestRuns:
    def test_a_run_without_a_plan_is_all_exploratory(self, run_folder: Path) -> None:
        frames = load(run_folder).of("reader-careful")
        assert plan_of_source(frames) is None
        assert hold(frames) is None
        assert "all is exploratory" in claims_table(None).caption
        found = compare_source(str(run_folder), "DF-hybrid-rules", "B5", "reader-careful")
        assert found["plan"] is None
        assert found["needs"]["status"] == found["hurts"]["status"] == "exploratory"
        family = family_table(frames, family_of(frames, "B5"))
        assert set(family["status"]) == {"exploratory"}
        one = comparisons(frames, "DF-hybrid-rules", "B5")["needs"]
        assert "exploratory" in str(conclusions(frames, one, "needs", 0.05, 0.5))

    def test_a_run_carries_its_plan(self, run_folder: Path, study: Path) -> None:
        freeze(study)
        carry(run_folder, study)
        frames = load(run_folder).of("reader-careful")
        held = hold(frames)
        assert held is not None
        assert held.status == "planned"
        states = {one.claim.id: one.state for one in held.evaluation.judged}
        assert states == {"better": "fails", "harm": "holds", "headroom": "holds"}
        assert held.evaluation.reasons == {("main", "H3"): "no outcomes"}
        assert held.evaluation.families["main"]["H3"].raw == 1
        assert [s.label for s in family_of(frames, "B5").slots] == ["H1", "H2", "H3"]
        table = family_table(frames, family_of(frames, "B5")).set_index("slot")
        assert table["status"].to_dict() == {
            "H1": "planned: H1 of main", "H2": "planned: H2 of main",
            "H3": "unavailable, at p = 1",
        }  # fmt: skip
        made = comparisons(frames, "DF-hybrid-rules", "B5")
        assert made["needs"].status == "planned: H1 of main"
        assert made["hurts"].status == "exploratory"

    def test_another_agent_is_exploratory(self, run_folder: Path, study: Path) -> None:
        freeze(study)
        carry(run_folder, study)
        literal = load(run_folder).of("reader-literal")
        assert comparisons(literal, "DF-hybrid-rules", "B5")["needs"].status == "exploratory"

    def test_another_plan_is_not_carried(self, run_folder: Path, study: Path) -> None:
        state = freeze(study)
        held = evaluate_source(load(run_folder), state)
        assert held.status.startswith("exploratory")

    def test_a_swapped_plan_is_seen(self, run_folder: Path, study: Path, tmp_path: Path) -> None:
        freeze(study)
        carry(run_folder, study)
        other = tmp_path / "other.toml"
        other.write_text(STUDY.replace("at_most = 0.5", "at_most = 0.9"))
        freeze(other)
        shutil.copy(paths(other).frozen, run_folder / "plan.frozen.json")
        with pytest.raises(BadInput, match="is not the plan that the run carries"):
            plan_of_source(load(run_folder))

    def test_the_json_holds_what_notebooks_record(self, run_folder: Path, study: Path) -> None:
        freeze(study)
        carry(run_folder, study)
        held = hold(load(run_folder).of("reader-careful"))
        assert held is not None
        told: dict[str, Any] = json.loads(json.dumps(held.evaluation.as_dict()))
        assert [claim["state"] for claim in told["claims"]] == ["fails", "holds", "holds"]
        assert told["families"]["main"][2]["reason"] == "no outcomes"
