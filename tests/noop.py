"""An engine whose cells do nothing, so that a run costs what the harness costs; and a grid."""

from __future__ import annotations

from functools import lru_cache

from dreambench_lib.agents.table import names, needs_model
from dreambench_lib.harness.engines.local import Local
from dreambench_lib.harness.finished import Finished
from dreambench_lib.harness.plan import Plan, make_plan
from dreambench_lib.harness.work import Job
from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.records import CellKey, CellRecord
from dreambench_lib.traps.keys import parse_key
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.pressure import minted

ENGINE = f"{__name__}:NoOp"
KEY = "a7" * 32


@lru_cache(maxsize=4)
def digest(trap: str, seed: int) -> str:
    """The instance's digest, so that a run of no-ops verifies like any other."""
    return minted(load_traps()[trap], parse_key(KEY), seed).digest


def no_op(cell: CellKey, job: Job) -> Finished:
    """A cell's record without a session."""
    return Finished.of(CellRecord(key=cell, instance_digest=digest(cell.trap_id, cell.seed)))


class NoOp(Local):
    """The local engine, pool and all; nothing happens in a cell."""

    finish = staticmethod(no_op)


def grid(cells: int) -> tuple[Plan, str]:
    """A plan of `cells` cells, a multiple of 500: 25 conditions, 2 readers, 10 traps, and seeds."""
    offline = [name for name, entry in CONDITIONS.items() if not entry.needs_model]
    agents = [name for name in names() if not needs_model(name)]
    return make_plan(
        offline[:25], agents[:2], list(load_traps())[:10], range(cells // 500), key=KEY
    )
