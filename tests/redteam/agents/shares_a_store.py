"""Asks for the memory's namespace of another cell, run, condition or seed."""

from itertools import product

from dreambench_lib.harness.cell import namespace
from dreambench_lib.harness.redteam import Stage
from dreambench_lib.records import CellKey


def snoop(stage: Stage) -> list[str]:
    """Names that two cells share, or that tell which cell it is."""
    words = (("B5", "B6"), ("reader-careful",), ("C1-envelope", "C3-withdrawn"), (1, 2))
    cells = [CellKey(*key) for key in product(*words)]
    names = [namespace(run, cell) for run in ("run-1", "run-2") for cell in cells]
    shared = sorted({name for name in names if names.count(name) > 1})
    return shared + [name for name in names if any(str(word) in name for word in words[2])]
