"""Outcomes in parquet (extra ``parquet``): one row an outcome, columns by name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from dreambench_lib.errors import BadInput
from dreambench_lib.report.outcomes.delimited import rows
from dreambench_lib.report.outcomes.tidy import Outcomes, tidy


def recognises(path: Path) -> bool:
    """Whether a path is such a file, by its ending."""
    return path.suffix.lower() in (".parquet", ".pq")


def read(path: Path, columns: Mapping[str, str] | None = None) -> Outcomes:
    """The outcomes of a parquet file; the same columns and rules as for CSV."""
    try:
        frame = pd.read_parquet(path)
    except ImportError:
        raise BadInput("reading parquet needs pyarrow: pip install 'dreambench[parquet]'") from None
    except (OSError, ValueError) as fault:
        first = str(fault).splitlines()[0]
        raise BadInput(f"{path.name} is no parquet file that can be read: {first}") from None
    heads = [str(name) for name in frame.columns]
    table = frame.set_axis(heads, axis=1).astype(object).to_dict("records")
    return tidy(rows(table, heads, path.name, columns), path.name)  # type: ignore[arg-type]
