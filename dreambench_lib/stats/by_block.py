"""One comparison per block of constructs: two questions, two answers, no total."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from dreambench_lib.stats.blocks import BLOCKS
from dreambench_lib.stats.comparison import Comparison, compare
from dreambench_lib.stats.frames import trap_constructs
from dreambench_lib.stats.inputs import StatsInputError
from dreambench_lib.stats.missing import Missing


def compare_blocks(
    cells: pd.DataFrame,
    first: str,
    second: str,
    agent: str | None = None,
    *,
    blocks: Mapping[str, tuple[str, ...]] = BLOCKS,
    missing: Missing | str = Missing.REFUSE,
) -> dict[str, Comparison]:
    """One comparison per block of constructs, never their sum (`cells` has a construct column).

    Traps where memory is needed and traps where it can only hurt answer different questions; a
    total over both can be null while each block is far from it. Blocks without cells are left out.
    Null, exchangeability and source of each: `compare`. Complexity: one comparison a block.

    >>> names = ["condition", "agent", "trap_id", "seed", "passed", "construct"]
    >>> rows = [("X", "a", "t", 1, 1, "C1"), ("Y", "a", "t", 1, 0, "C1")]
    >>> rows += [("X", "a", "u", 1, 0, "C9"), ("Y", "a", "u", 1, 1, "C9")]
    >>> blocks = compare_blocks(pd.DataFrame(rows, columns=names), "X", "Y")
    >>> {name: block.D for name, block in blocks.items()}
    {'needs': 1, 'hurts': -1}
    """
    construct_of = trap_constructs(cells)
    placed = {name for constructs in blocks.values() for name in constructs}
    strangers = sorted(set(construct_of.values()) - placed)
    if strangers:
        raise StatsInputError(
            f"construct {strangers[0]!r} is in none of the blocks {', '.join(blocks)}: assign it"
        )
    parts = {
        name: cells[cells["construct"].isin(list(constructs))]
        for name, constructs in blocks.items()
    }
    return {
        name: compare(part, first, second, agent, missing=missing)
        for name, part in parts.items()
        if not part.empty
    }
