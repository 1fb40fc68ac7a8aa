"""One condition of a run beside one of another run, as if both had been run together."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.harness.comparable import check_comparable
from dreambench_lib.report.frames import Frames


def beside(mine: Frames, other: Frames, first: str, second: str) -> Frames:
    """`mine` with its cells of `first`, and with those of `second` as `other` has them.

    Both hold one agent. Traps and seeds that only `other` has are left out.

    Raises:
        BadInput: the runs do not agree (see `harness.comparable`); the reason is named.
    """
    if mine.folder is None or other.folder is None:
        raise BadInput("only runs that lie in folders can be compared with each other")
    check_comparable(mine.folder, other.folder, mine.agents[0])
    if mine.variants and mine.seeds != other.seeds:
        raise BadInput(
            f"{mine.source} and {other.source} count variants as seeds, so their seeds must be "
            "the same: add --clusters variant"
        )
    for frames, name in ((mine, first), (other, second)):
        if name not in frames.conditions:
            raise unknown(f"condition in {frames.source}", name, frames.conditions)
    theirs = other.cells
    shared = (
        (theirs["condition"] == second)
        & theirs["trap_id"].isin(mine.traps["trap_id"])
        & theirs["seed"].isin(mine.seeds)
    )
    ours = mine.cells[mine.cells["condition"] == first]
    cells = pd.concat([ours, theirs[shared]], ignore_index=True)
    # Without a folder: a plan that `mine` carries did not foresee outcomes from elsewhere.
    source = f"{mine.source} with {other.source}"
    return replace(mine, source=source, cells=cells, folder=None)
