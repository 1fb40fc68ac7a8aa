"""Batches: every cell once and in order, of one instance each, as many as take about a second."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.harness.engines.batches import SECONDS, Batches, Done
from dreambench_lib.harness.finished import Finished
from dreambench_lib.records import CellKey, CellRecord


def keys(sizes: list[int]) -> list[CellKey]:
    """Instances of so many cells."""
    seeds = [seed for seed, size in enumerate(sizes) for _ in range(size)]
    return [CellKey(f"B{n}", "reader", "trap", seed) for n, seed in enumerate(seeds)]


def done(batch: list[CellKey], seconds: float) -> Done:
    return Done([Finished.of(CellRecord(key=cell)) for cell in batch], seconds * len(batch))


@given(st.lists(st.integers(1, 9), max_size=6), st.floats(0.001, 10))
def test_each_cell_goes_out_once_in_order_with_others_of_its_instance(
    sizes: list[int], seconds: float
) -> None:
    cells, sent = keys(sizes), list[CellKey]()
    deal = Batches(cells)
    for batch in deal:
        assert len({(cell.trap_id, cell.seed) for cell in batch}) == 1
        assert [ended.key for ended in deal.took(done(batch, seconds))] == batch
        assert len(batch) <= max(1, SECONDS / seconds + 1e-6)
        sent += batch
    assert sent == cells


def test_quick_cells_go_instance_by_instance_and_slow_ones_alone() -> None:
    for seconds, wanted in ((0.001, [1, 39, 40]), (5.0, [1] * 80)):
        cells = keys([40, 40])
        deal, sent = Batches(cells), list[int]()
        for batch in deal:
            deal.took(done(batch, seconds))
            sent.append(len(batch))
        assert sent == wanted
