"""What is a cluster in a run with variants: their trap (the default), or each variant by itself."""

from __future__ import annotations

from typing import Literal

import pandas as pd

from dreambench_lib.report.columns import rows
from dreambench_lib.traps.variants import MARK, base_id, by_base

Clusters = Literal["trap", "variant"]
CLUSTERS: dict[Clusters, str] = {
    "trap": "variants are further seeds of their trap",
    "variant": "every variant is a cluster of its own",
}


def has_variants(traps: pd.DataFrame) -> bool:
    """Whether any of these traps is a variant of another."""
    return bool(traps["trap_id"].str.contains(MARK, regex=False).any())


def as_seeds(frame: pd.DataFrame, step: int) -> pd.DataFrame:
    """Rows with ``trap_id`` and ``seed``: variants become further seeds of their trap (`by_base`).

    >>> as_seeds(pd.DataFrame({"trap_id": ["C1-a", "C1-a~1"], "seed": [1, 1]}), 4).values.tolist()
    [['C1-a', 1], ['C1-a', 5]]
    """
    told = pd.DataFrame(
        by_base(rows(frame[["trap_id", "seed"]]), step),
        index=frame.index,
        columns=["trap_id", "seed"],
    )
    return frame.assign(trap_id=told["trap_id"], seed=told["seed"].astype("int64"))


def base_traps(traps: pd.DataFrame) -> pd.DataFrame:
    """One row a trap; a variant stands for its trap where the run left the trap itself out."""
    bases = traps.assign(trap_id=traps["trap_id"].map(base_id))
    return bases.drop_duplicates("trap_id").reset_index(drop=True)
