"""Repair asked of stores, the rules' audit, and the tables that lie beside a sealed run."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from dreambench_lib.cli import main
from dreambench_lib.errors import BadInput
from dreambench_lib.harness.hygiene import derived
from dreambench_lib.harness.hygiene.extraction import KINDS, readings, shares
from dreambench_lib.harness.hygiene.relive import Past, sealed_cells
from dreambench_lib.harness.hygiene.repairs import REPAIRED, repair_rates, repairs, repairs_of
from dreambench_lib.harness.hygiene.scored import NEEDED, scored
from dreambench_lib.harness.verify import verify
from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.memory.probe import extract as rules
from dreambench_lib.records import CellKey
from dreambench_lib.report.frames import load
from dreambench_lib.traps.keys import parse_key
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import Instance, mint

KEY = parse_key("b8" * 32)


@pytest.fixture(scope="module")
def made(hygiene_run: Path) -> derived.Derived:
    return derived.derive(load(hygiene_run), hygiene_run)


def withdrawn() -> Instance:
    return mint(load_traps()["C3-withdrawn"], KEY, 1)


def life(instance: Instance, **status: tuple[str, str]) -> Any:
    """A store that holds the trap's values, each with a status and the reason for it."""
    notes = {fact: note for note, facts in instance.carried.items() for fact in facts}
    items = [
        {
            "id": f"mem_{name}", "status": state, "sources": [notes[f"close.{name}"]],
            "fact": {"kind": "value", "value": instance.values[f"close.{name}"]},
        }
        for name, (state, _) in status.items()
    ]  # fmt: skip
    items.append({"id": "mem_notice", "status": "active", "sources": [notes["close.notice"]],
                  "fact": {"kind": "strike", "value": "N-27"}})  # fmt: skip
    changes = [
        {"item": f"mem_{name}", "operator": "repair_fields", "reason": reason}
        for name, (_, reason) in status.items()
        if reason
    ]
    key = CellKey("DF", "r", instance.template.id, 1)
    return SimpleNamespace(key=key, items=items, changes=changes)


RIGHT = {
    "zero": ("superseded", "supersedes by mem_first"),
    "first": ("active", ""),
    "trial": ("stale", "withdraws by mem_notice"),
}


def test_a_store_that_is_right_in_all_three() -> None:
    found = repairs_of(life(withdrawn(), **RIGHT), withdrawn())
    assert [(one.fact, one.typed, one.right) for one in found] == [
        ("close.trial", 1, 1),
        ("close.zero", 1, 1),
    ]


@pytest.mark.parametrize(
    ("changed", "trial"),
    [
        ({"trial": ("active", "")}, (1, 0, 1, 0)),
        ({"first": ("superseded", "supersedes by mem_trial")}, (1, 1, 0, 1)),
        # Put away by what was itself put away, or for a reason of another kind.
        ({"trial": ("superseded", "supersedes by mem_zero")}, (1, 1, 1, 0)),
        ({"trial": ("superseded", "overrules by mem_notice")}, (1, 1, 1, 0)),
    ],
)
def test_each_part_of_a_repair_can_be_wrong_alone(
    changed: dict[str, tuple[str, str]], trial: tuple[int, int, int, int]
) -> None:
    found = repairs_of(life(withdrawn(), **{**RIGHT, **changed}), withdrawn())
    one = next(repair for repair in found if repair.fact == "close.trial")
    assert (one.typed, one.old, one.new, one.relation) == trial
    assert one.right == 0


def test_what_was_not_typed_is_not_repaired() -> None:
    short = {name: state for name, state in RIGHT.items() if name != "trial"}
    one = repairs_of(life(withdrawn(), **short), withdrawn())[0]
    assert (one.typed, one.old, one.relation, one.right) == (0, 0, 0, 0)


def test_only_typed_stores_have_repairs_and_memories_that_sleep_alike_the_same(
    hygiene_run: Path,
) -> None:
    found = repairs(hygiene_run)
    assert {one.condition for one in found} == {
        name for name in load(hygiene_run).conditions if name.endswith("-rules")
    }
    rows = {name: [one[1:] for one in found if one.condition == name]
            for name in ("DF-rules", "A5-rules")}  # fmt: skip
    assert rows["DF-rules"] == rows["A5-rules"]
    past, _ = Past.of(hygiene_run)
    key = CellKey("A5-rules", "reader-literal", "C3-withdrawn", 1)
    own = repairs_of(past.live(sealed_cells(hygiene_run, [key])[key]), past.mint(key))
    assert own == [o for o in found if (o.condition, o.trap_id) == (key.condition, key.trap_id)]
    rates = repair_rates(found, ["DF-rules", "B5"])
    assert all(rates["B5"][metric].value is None for metric in REPAIRED)
    assert rates["DF-rules"]["repair_accuracy"].denominator == len(rows["DF-rules"])


def test_the_audit_counts_what_rules_read(monkeypatch: pytest.MonkeyPatch) -> None:
    traps = [load_traps()[name] for name in ("C3-withdrawn", "C10-foreign")]
    rows = list(readings(traps, KEY))
    told = sum(
        len(event.carries) * len(trap.texts[event.name]) for trap in traps for event in trap.events
    )
    assert len([row for row in rows if row.kind != "reach"]) == told
    places = {row.paraphrase for row in rows}
    assert places == set(range(1, 1 + max(len(t) for trap in traps for t in trap.texts.values())))
    told_by = {(row.kind, row.fact) for row in rows}
    assert told_by >= {("value", "close.first"), ("value", "close.trial"), ("link", "close.notice")}
    assert ("value", "close.notice") not in told_by
    lines = {(s.kind, s.construct, s.paraphrase): s for s in shares(rows)}
    every = lines["value", "all", 0]
    assert every.of == sum(lines["value", "all", place].of for place in places)
    assert every.found == sum(row.found for row in rows if row.kind == "value")
    assert every.found + every.mentioned <= every.of

    monkeypatch.setattr("dreambench_lib.harness.hygiene.extraction.extract", lambda *a: [])
    assert not any(row.found or row.mentioned for row in readings(traps, KEY))


def test_the_audit_shows_no_note(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        sys, "argv", ["dreambench", "hygiene", "extraction", "--key", "b8" * 32, "--json"]
    )
    main()
    found = json.loads(capsys.readouterr().out)
    kept = {type(value) for row in found["shares"] for value in row.values()}
    assert kept == {str, int}
    words = {row["kind"] for row in found["shares"]} | {r["construct"] for r in found["shares"]}
    assert words <= {*KINDS, "all", *(f"C{n}" for n in range(1, 11))}


def test_anchors_of_a_real_run(made: derived.Derived) -> None:
    table = made["hygiene"]
    needs = table[table["block"] == "needs"].set_index(["condition", "metric"])
    assert needs.loc[("ideal", "useful_precision"), "share"] == 1
    assert needs.loc[("ideal", "harm_shown"), "share"] == 0
    assert needs.loc[("B0", "useful_precision"), "share"] is pd.NA
    assert needs.loc[("B0", "useful_precision"), "denominator"] == 0
    for condition in set(table["condition"]):
        for metric in ("useful_recall", "harm_shown"):
            assert needs.loc[(condition, metric), "denominator"] > 0


FROZEN = Path(__file__).parents[2] / "results" / "offline-60"


@pytest.mark.parametrize("frozen", [False, True])
def test_random_k_has_the_precision_of_its_base_rate(hygiene_run: Path, frozen: bool) -> None:
    rows = scored(load(FROZEN if frozen else hygiene_run), None if not frozen else "reader-careful")
    drawn = rows.recalls[rows.recalls["condition"] == "random-k"]
    useful = drawn["statuses"].map(lambda held: bool(held & NEEDED))
    expected = variance = 0.0
    for _, part in drawn.assign(useful=useful).groupby(["trap_id", "seed"]):
        listed, most = len(part), int(part["shown"].sum())
        share = part["useful"].mean()
        expected += most * share
        variance += most * share * (1 - share) * (listed - most) / max(1, listed - 1)
    found = int((useful & (drawn["shown"] == 1)).sum())
    assert expected > 0
    # Hypergeometric draws, cell by cell; five standard deviations.
    assert abs(found - expected) <= 5 * variance**0.5


def test_written_beside_a_run_they_come_back_and_the_seal_holds(
    hygiene_run: Path, made: derived.Derived, tmp_path: Path
) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(hygiene_run, folder)
    assert derived.read(folder) is None
    derived.write(folder, made)
    again = derived.read(folder)
    assert again is not None
    for name, frame in made.items():
        kept = again[name].astype("object").fillna("")
        pd.testing.assert_frame_equal(
            kept, frame.astype("object").fillna(""), check_dtype=False, obj=name
        )
    assert all(finding.passed for finding in verify(folder))
    derived.write(folder, made)
    assert (folder / "repairs.csv").read_bytes() == made["repairs"].to_csv(index=False).encode()

    (folder / "repairs.csv").write_text("condition\n")
    with pytest.raises(
        BadInput, match=r"repairs\.csv in copy is not as it was made: make them anew"
    ):
        derived.read(folder)
    head = json.loads((folder / "derived.json").read_text())
    (folder / "derived.json").write_text(json.dumps({**head, "root": "0"}))
    with pytest.raises(BadInput, match="are of another run"):
        derived.read(folder)


def run_command(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["dreambench", *words])
    main()


def test_commands_print_tables_and_json(
    hygiene_run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = str(hygiene_run)
    run_command(monkeypatch, "hygiene", "profile", run)
    assert "undefined" in capsys.readouterr().out
    run_command(monkeypatch, "hygiene", "ablations", run, "--json")
    assert {row["ablation"] for row in json.loads(capsys.readouterr().out)} >= {"A2-rules"}
    run_command(monkeypatch, "hygiene", "validity", run)
    assert "scope gate" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("profile published", "published has no plan: hygiene is of runs of ours, not of the"),
        ("derive published", "published has no plan: hygiene is of runs of ours, not of the"),
        ("ablations published", "this run has no recalls: what its conditions showed was not"),
        ("validity published", "this run has no recalls: what its conditions showed was not"),
        ("derive nowhere", "unknown run 'nowhere'"),
        ("profile nowhere", "unknown source 'nowhere'"),
        ("extraction --set most", "unknown trap 'most'"),
    ],
)
def test_what_cannot_be_had_is_one_sentence(
    words: str, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        run_command(monkeypatch, "hygiene", *words.split())
    assert stop.value.code == 2
    error = capsys.readouterr().err
    assert error.startswith(f"dreambench: {sentence}")
    assert error.count("\n") == 1


def test_a_condition_is_shown_with_what_differs_and_what_cannot_surface(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run_command(monkeypatch, "conditions", "show", "A2-rules")
    shown = " ".join(capsys.readouterr().out.split())
    assert "DF-rules: lacks repair" in shown
    assert "cannot surface" in shown
    run_command(monkeypatch, "conditions", "show", "DF-rules", "--json")
    assert json.loads(capsys.readouterr().out)["differs"] == CONDITIONS["DF-rules"].differs
    run_command(monkeypatch, "conditions", "list")
    short = capsys.readouterr().out
    run_command(monkeypatch, "conditions", "list", "--wide")
    wide = " ".join(capsys.readouterr().out.split())
    assert "differs" not in short.split("│")[0]
    assert len(wide) > len(short)
    with pytest.raises(SystemExit):
        run_command(monkeypatch, "conditions", "show", "A2-rule")
    assert "did you mean 'A2-rules'" in capsys.readouterr().err


def test_rules_are_the_ones_that_are_audited() -> None:
    from dreambench_lib.harness.hygiene import extraction

    assert extraction.extract is rules.extract
