"""An ablation differs where what it lacks had something to do, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.hygiene.ablations import differences, pairs
from dreambench_lib.harness.hygiene.relive import Past
from dreambench_lib.harness.hygiene.validity import PREDICTIONS, summary, validity
from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.report.frames import Frames, load
from dreambench_lib.traps.load import load_traps

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def frames(hygiene_run: Path) -> Frames:
    return load(hygiene_run)


def by_trap(frames: Frames, ablation: str) -> dict[str, tuple[str, str, str]]:
    return {d.trap_id: (d.what, d.before, d.after) for d in differences(frames, ablation)}


def test_the_table_says_what_every_ablation_lacks_and_predictions_know_it() -> None:
    lacking = {name: entry for name, entry in CONDITIONS.items() if entry.ablates}
    assert len(lacking) >= 13
    for name, entry in lacking.items():
        assert entry.ablates in CONDITIONS, name
        assert entry.lacks in PREDICTIONS, name
        assert entry.explains, name
    assert {entry.lacks for entry in lacking.values()} == set(PREDICTIONS)


def test_the_pairs_of_a_run(frames: Frames) -> None:
    assert set(pairs(frames.conditions)) == {
        ("A2-rules", "DF-rules"),
        ("A5-rules", "DF-rules"),
        ("no-scope-gate-rules", "DF-hybrid-rules"),
        ("no-type-policy-rules", "DF-hybrid-rules"),
        ("no-provenance-gate-rules", "DF-hybrid-rules"),
        ("no-field-supersession-rules", "DF-hybrid-rules"),
    }


def test_gates_that_have_nothing_to_refuse_change_nothing(frames: Frames) -> None:
    for ablation in ("no-type-policy-rules", "no-provenance-gate-rules"):
        refusals = CONDITIONS[ablation].explains
        recalls = frames.recalls[frames.recalls["condition"] == "DF-hybrid-rules"]
        idle = {
            trap
            for trap, part in recalls.groupby("trap_id")
            if not part["decision"].str.startswith(refusals).any()
        }
        assert not idle & set(by_trap(frames, ablation)), ablation


def test_every_difference_is_one_that_the_missing_feature_makes(frames: Frames) -> None:
    found = [d for one, _ in pairs(frames.conditions) for d in differences(frames, one)]
    assert found
    unexplained = [(d.ablation, d.trap_id, d.before, d.after) for d in found if not d.expected]
    assert unexplained == []


def test_a_difference_that_nothing_explains_is_said_to_be_so(
    frames: Frames, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = CONDITIONS["A2-rules"].model_copy(update={"explains": ("type_policy",)})
    monkeypatch.setitem(CONDITIONS, "A2-rules", entry)
    found = differences(frames, "A2-rules")
    assert found
    assert not any(row.expected for row in found)


def test_without_repair_it_differs_only_where_the_store_repaired(
    hygiene_run: Path, frames: Frames
) -> None:
    past, records = Past.of(hygiene_run)
    touched = set()
    for record in records:
        if record.key.condition == "DF-rules":
            life = past.live(record)
            fields = [i for i in life.items if i["type"] != "dream_artifact"]
            if any(
                item["status"] not in ("active", "requires_review")
                or item["narrowed_to"]
                or item["contradicts"]
                or item["staleness_score"]
                for item in fields
            ):
                touched.add(record.key.trap_id)
    differing = set(by_trap(frames, "A2-rules"))
    assert differing
    assert differing <= touched


def test_a_difference_is_counted_with_its_outcomes(frames: Frames) -> None:
    for row in differences(frames, "A2-rules"):
        cells = frames.cells[frames.cells["trap_id"] == row.trap_id].set_index("condition")
        full, less = int(cells.at["DF-rules", "passed"]), int(cells.at["A2-rules", "passed"])
        assert (row.lost, row.won) == (int(full > less), int(less > full))


def test_the_same_condition_differs_nowhere(frames: Frames) -> None:
    assert differences(frames, "B5", "B5") == []


def test_a_condition_that_ablates_nothing_is_refused(frames: Frames) -> None:
    with pytest.raises(BadInput, match="B5 is compared with nothing"):
        differences(frames, "B5")
    with pytest.raises(BadInput, match="unknown condition in this run 'A4-rules'"):
        differences(frames, "A4-rules")


def test_every_deviation_of_the_validity_matrix_has_its_cause(frames: Frames) -> None:
    found = validity(frames, load_traps().values())
    assert len(found) == 6 * 4
    for one in found:
        assert (one.cause == "") == (one.predicted == one.fell), one
        cells = frames.cells[frames.cells["trap_id"] == one.trap_id].set_index("condition")
        assert one.fell == (cells.at[one.full, "passed"] > cells.at[one.ablation, "passed"]), one
    by_feature = {one.feature: one for one in summary(found)}
    assert by_feature["repair"].predicted == 3
    assert by_feature["type policy"].predicted == 0
    for one in by_feature.values():
        assert sum(one.causes.values()) == one.predicted + one.fell - 2 * one.both


def test_predictions_read_facts_only() -> None:
    traps = load_traps()
    foreign, withdrawn, plain = (
        traps[name] for name in ("C10-foreign", "C3-withdrawn", "C1-envelope")
    )
    told = {name: predict for name, (predict, _) in PREDICTIONS.items()}
    assert told["scope gate"](foreign)
    assert not told["scope gate"](withdrawn)
    assert told["repair"](withdrawn)
    assert not any(predict(plain) for name, predict in told.items() if name != "capsule")
    renamed = withdrawn.model_copy(update={"construct_id": "C1", "id": "C1-x", "why": "y" * 20})
    assert [p(renamed) for p in told.values()] == [p(withdrawn) for p in told.values()]


FROZEN = ROOT / "results" / "offline-60"


def test_the_frozen_matrix_is_the_frozen_runs() -> None:
    from dreambench_lib.harness.hygiene import derived

    kept = derived.read(FROZEN)
    assert kept is not None
    found = validity(load(FROZEN), load_traps().values())
    assert [one.evidence for one in found] == list(kept["validity"]["evidence"])
    assert [one.cause for one in found] == list(kept["validity"]["cause"])
    assert {one.feature for one in found} == set(PREDICTIONS)
    assert not (kept["ablations"]["expected"].astype(str) == "False").any()


def test_a_slice_of_the_matrix_comes_out_again(tmp_path: Path) -> None:
    from dreambench_lib.harness.folder import manifest
    from dreambench_lib.harness.plan import make_plan
    from dreambench_lib.harness.run import run
    from dreambench_lib.harness.seal import seal

    chosen = ["DF-rules", "A2-rules", "DF-hybrid-rules", "no-scope-gate-rules"]
    traps = ["C3-withdrawn", "C10-foreign"]
    plan, key = make_plan(
        chosen, ["reader-literal"], traps, [1], key=str(manifest(FROZEN)["key"])
    )  # fmt: skip
    run(plan, key, tmp_path / "slice", workers=2)
    seal(tmp_path / "slice")
    again, frozen = load(tmp_path / "slice"), load(FROZEN)
    keys = ["condition", "agent", "trap_id", "seed"]
    both = again.cells.merge(frozen.cells, on=keys, suffixes=("", "_frozen"))
    assert len(both) == len(chosen) * len(traps)
    assert list(both["passed"]) == list(both["passed_frozen"])
    for one in validity(again, load_traps().values()):
        part = frozen.cells[
            (frozen.cells["trap_id"] == one.trap_id)
            & (frozen.cells["agent"] == "reader-literal")
            & (frozen.cells["seed"] == 1)
        ].set_index("condition")
        assert one.fell == (part.at[one.full, "passed"] > part.at[one.ablation, "passed"])
