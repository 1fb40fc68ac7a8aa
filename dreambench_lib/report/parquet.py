"""A sealed run's tables as Parquet (extra ``parquet``): typed, in pieces, equal runs equal bytes.

The CSV files are what is sealed; these are made from them and can be made again at any time.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pandas as pd

from dreambench_lib.errors import BadInput
from dreambench_lib.report import columns
from dreambench_lib.report.places import shown
from dreambench_lib.report.sources import find, read_manifest

TABLES = {
    "cells": columns.CELLS, "traps": columns.TRAPS, **columns.STORIES, "faults": columns.FAULTS,
}  # fmt: skip
ROWS = 50_000
"""Rows that are held at a time, and that stand together in a file."""


def write_parquet(source: str | Path, target: Path) -> list[Path]:
    """Write every table of a sealed run to the new folder `target` as ``NAME.parquet``.

    Numbers are 64 bits wide, an empty number is null, an empty text stays an empty text.

    Raises:
        BadInput: pyarrow is missing, the run is not sealed, or `target` is not empty.
    """
    folder = find(source)
    read_manifest(folder)
    try:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise BadInput("writing parquet needs pyarrow: pip install 'dreambench[parquet]'") from None
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise BadInput(f"{target} is not empty: name another folder")
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        made = []
        for name, kinds in TABLES.items():
            if path := _table(folder, name):
                _write(arrow, parquet, path, kinds, draft / f"{name}.parquet")
                made.append(target / f"{name}.parquet")
        draft.chmod(0o755)
        if target.exists():
            target.rmdir()
        os.rename(draft, target)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    return made


def _table(folder: Path, name: str) -> Path | None:
    """The table's file, open or packed; None where the run has none."""
    for path in (folder / f"{name}.csv", folder / f"{name}.csv.xz"):
        if path.is_file():
            return path
    return None


def _write(arrow: Any, parquet: Any, path: Path, kinds: dict[str, str], target: Path) -> None:
    types = {"str": arrow.string(), "Float64": arrow.float64()}
    writer = None
    try:
        for frame in _pieces(path, kinds):
            if writer is None:
                schema = arrow.schema(
                    [
                        (str(name), types.get(kinds.get(str(name), "str"), arrow.int64()))
                        for name in frame
                    ]
                )
                writer = parquet.ParquetWriter(target, schema, compression="zstd")
            # With a schema of our own, so that no note of pandas' version enters the file.
            writer.write_table(arrow.Table.from_pandas(frame, schema, preserve_index=False))
    finally:
        if writer is not None:
            writer.close()


def _pieces(path: Path, kinds: dict[str, str]) -> Iterator[pd.DataFrame]:
    try:
        with pd.read_csv(path, dtype="str", keep_default_na=False, chunksize=ROWS) as pieces:
            for raw in pieces:
                yield columns.typed(path, raw, kinds)
    except (OSError, EOFError, ValueError) as fault:
        raise BadInput(f"{shown(path)} cannot be read ({fault}): see 'dreambench verify'") from None
