"""The discrimination table, the verbatim audit, flakes and splits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dreambench_lib.records import CheckOutcome, Verdict
from dreambench_lib.traps.bench import Bench, Course
from dreambench_lib.traps.checks import Check
from dreambench_lib.traps.discriminate import discrimination
from dreambench_lib.traps.flakes import flakes
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import mint
from dreambench_lib.traps.rules import by_age, verbatim
from dreambench_lib.traps.splits import split_share, splits
from dreambench_lib.traps.verbatim import needs
from dreambench_lib.traps.verbatim import verbatim as audit
from dreambench_lib.trees import Tree

from .conftest import KEY, Tiny


def test_the_table_of_the_tiny_trap(tiny: Tiny, bench: Bench) -> None:
    lines = discrimination(Course(tiny.load(), replace(bench, seeds=(1, 2, 3))))
    table = {(line.shown, line.reader): (line.passed, line.of) for line in lines}
    assert {reader for _, reader in table} == {"literal", "careful", "linking"}
    assert {shown for shown, _ in table} == {
        "empty", "says", "hoarder", "newest-B", "verbatim-B", "alone: close.zero",
        "alone: close.first", "alone: close.page", "alone: close.trial", "alone: close.notice",
        "alone: ordinary",
    }  # fmt: skip
    assert table["empty", "careful"] == (0, 3)
    assert table["says", "literal"] == (3, 3)
    assert table["hoarder", "literal"] == table["hoarder", "careful"] == (0, 3)
    # it follows the notice's number from the withdrawal to the trial
    assert table["hoarder", "linking"] == (3, 3)
    assert table["alone: close.first", "careful"] == (3, 3)
    assert table["alone: ordinary", "literal"] == (0, 33)


def test_verbatim_under_budget_keeps_to_the_budget(tiny: Tiny, bench: Bench) -> None:
    instance = mint(tiny.load(), KEY, 1)
    shown = verbatim(bench.budget)(instance)
    assert len(shown) == 6
    sizes = [len(note.text.split()) for note in by_age(instance)]
    few = verbatim(bench.budget.model_copy(update={"words": min(sizes)}))(instance)
    assert sum(item.words for item in few) <= min(sizes)
    # the prompt asks for the line that ends an export
    assert "closing line" in shown[0].text


def test_one_note_is_enough_for_some_constructs_only(bench: Bench) -> None:
    traps = load_traps()
    found = {
        name: audit(Course(traps[name], replace(bench, seeds=(1, 2), judge=_never)))
        for name in ("C1-envelope", "C4-derived", "C8-reference", "C9-upload")
    }
    assert {n: (f.needed, f.whole) for n, f in found.items()} == {
        "C1-envelope": (1, 2), "C4-derived": (2, 0), "C8-reference": (2, 0), "C9-upload": (0, 0)
    }  # fmt: skip


def _never(checks: Sequence[Check], tree: Tree) -> Verdict:
    return Verdict(checks=(CheckOutcome(id="x", kind="presence", passed=False),))


def test_needs_are_the_current_facts_that_checks_expect(tiny: Tiny, bench: Bench) -> None:
    trap = tiny.load()
    instance = mint(trap, KEY, 1)
    assert needs(instance) == [(instance.values["close.first"],)]
    found = audit(Course(trap, replace(bench, seeds=(1, 2))))
    assert (found.needed, found.whole) == (1, 2)
    assert dict(found.passes) == {"literal": 2, "careful": 2, "linking": 2}


def test_a_flaky_solution_is_counted(tiny: Tiny, bench: Bench) -> None:
    steady = flakes(Course(tiny.load(), bench), repetitions=4)
    assert (steady.failed, steady.runs, steady.reasons) == (0, 4, ())
    assert bench.judge.asked == 4  # type: ignore[attr-defined]
    asked = iter([True, False, True, False])

    def odd(checks: Sequence[Check], tree: Tree) -> Verdict:
        held = next(asked)
        reason = "" if held else "timeout"
        outcome = CheckOutcome(id="s3-1", kind="presence", passed=held, reason=reason)
        return Verdict(checks=(outcome,))

    flake = flakes(Course(tiny.load(), replace(bench, judge=odd)), repetitions=4)
    assert (flake.failed, flake.rate, flake.reasons) == (2, 0.5, ("s3-1: timeout",))


def test_splits_by_hand() -> None:
    def cells(trap: str, outcomes: dict[str, str], agent: str = "a") -> list[dict[str, object]]:
        return [
            {"trap_id": trap, "agent": agent, "condition": c, "seed": s, "passed": int(p),
             "failed_party": ""}
            for c, row in outcomes.items()
            for s, p in enumerate(row)
        ]  # fmt: skip

    rows = cells("t1", {"B0": "000", "B5": "010"}) + cells("t2", {"B0": "11", "B5": "11"})
    rows += cells("t3", {"B0": "10", "B5": "01"})  # other seeds, same count: no split
    rows += cells("t1", {"B0": "0", "B5": "0"}, agent="b")
    rows.append({**rows[0], "condition": "B9", "passed": 1, "failed_party": "infra"})
    found = splits(rows)
    assert [(s.trap_id, s.splits) for s in found if s.agent == "a"] == [
        ("t1", True), ("t2", False), ("t3", False)
    ]  # fmt: skip
    assert found[0].passed == (("B0", 0, 3), ("B5", 1, 3))
    assert split_share(found, "a") == (1, 3)
    assert split_share(found, "b") == (0, 1)
