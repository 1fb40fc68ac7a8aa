"""Receipts: a chain that any change breaks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.harness.receipts import chain, written
from dreambench_lib.records import CellKey, CellRecord


def records(details: list[str]) -> list[CellRecord]:
    return [
        CellRecord(key=CellKey("B0", "reader", "trap", seed), detail=detail)
        for seed, detail in enumerate(details)
    ]


def root(details: list[str], plan: str = "p") -> str:
    return [receipt.chain for _, receipt, _ in chain(written(records(details)), plan)][-1]


@given(st.lists(st.text(max_size=5), min_size=1, max_size=6), st.data())
def test_any_changed_record_changes_the_root(details: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(details) - 1))
    other = data.draw(st.text(max_size=5).filter(lambda text: text != details[place]))
    changed = [*details[:place], other, *details[place + 1 :]]
    assert root(details) == root(list(details))
    assert root(details) != root(changed)


def test_the_chain_starts_at_the_plan() -> None:
    assert root(["a"], "p") != root(["a"], "q")


def test_each_receipt_names_its_predecessor() -> None:
    receipts = [receipt for _, receipt, _ in chain(written(records(["a", "b", "c"])), "p")]
    assert [r.previous for r in receipts] == ["p", receipts[0].chain, receipts[1].chain]
