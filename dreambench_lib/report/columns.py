"""The columns of a run's CSV files, in one place: what a loader expects, with or without rows."""

from __future__ import annotations

from lzma import LZMAError
from pathlib import Path
from typing import Any

import pandas as pd

from dreambench_lib.errors import BadInput
from dreambench_lib.report.places import shown

_CELL = {"condition": "str", "agent": "str", "trap_id": "str", "seed": "int64"}
_SESSION = {**_CELL, "session": "int64"}

CELLS = {
    **_CELL,
    "passed": "Int64",
    "failed_party": "str",
    "shown": "Int64",
    "harm_shown": "Int64",
    "needed_shown": "Int64",
    "needed": "Int64",
}
TRAPS = {"trap_id": "str", "construct": "str", "set": "str", "fixture": "str", "start": "str"}
SESSIONS = {
    **_SESSION,
    "start": "str",
    "notes": "Int64",
    "recalled": "Int64",
    "shown": "Int64",
    "words": "Int64",
    "passed": "Int64",
}
CHECKS = {**_SESSION, "check_id": "str", "kind": "str", "passed": "Int64", "reason": "str"}
RECALLS = {
    **_SESSION,
    "rank": "Int64",
    "shown": "Int64",
    "status": "str",
    "score": "Float64",
    "words": "Int64",
    "sources": "str",
    "facts": "str",
    "decision": "str",
}
USAGE = {
    **_SESSION,
    "party": "str",
    "calls": "Int64",
    "input_tokens": "Int64",
    "output_tokens": "Int64",
}
FAULTS = {**_SESSION, "kind": "str", "items": "Int64"}
STORIES = {"sessions": SESSIONS, "checks": CHECKS, "recalls": RECALLS, "usage": USAGE}
"""The tables behind the cells; a fold may lack them."""


def read(path: Path, columns: dict[str, str], needed: tuple[str, ...] = ()) -> pd.DataFrame:
    """The file's known columns with their types; absent ones are empty unless `needed`.

    A table that was too large to lie open stands beside its name, packed: ``NAME.csv.xz``.
    """
    packed = path.with_name(f"{path.name}.xz")
    if packed.is_file() and not path.is_file():
        path = packed
    if not path.is_file() and not needed:
        return pd.DataFrame({name: pd.Series(dtype=kind) for name, kind in columns.items()})
    try:
        raw = pd.read_csv(path, dtype="str", keep_default_na=False)
    except (
        OSError,
        EOFError,
        LZMAError,
        UnicodeDecodeError,
        pd.errors.ParserError,
        pd.errors.EmptyDataError,
    ):
        raise BadInput(f"{shown(path)} cannot be read as a table: export the run again") from None
    lacking = [name for name in needed if name not in raw]
    if lacking:
        raise BadInput(f"{shown(path)} lacks the column {lacking[0]!r}: export the run again")
    return typed(path, raw, columns)


def typed(path: Path, raw: pd.DataFrame, columns: dict[str, str]) -> pd.DataFrame:
    """A table of text with its types; columns that are not known stay text, at the end."""
    frame = pd.DataFrame({name: _column(path, raw, name, kind) for name, kind in columns.items()})
    extra = [name for name in raw if name not in columns]
    return frame.join(raw[extra]) if extra else frame


def _column(path: Path, raw: pd.DataFrame, name: str, kind: Any) -> pd.Series:
    if name not in raw:
        return pd.Series("" if kind == "str" else pd.NA, index=raw.index, dtype=kind)
    if kind == "str":
        return raw[name]
    try:
        numbers: pd.Series = pd.to_numeric(raw[name].replace("", pd.NA)).astype(kind)
    except (ValueError, TypeError):
        raise BadInput(
            f"{shown(path)} has a value in {name!r} that is no number: export the run again"
        ) from None
    return numbers


def rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows as dictionaries."""
    return [{str(name): value for name, value in row.items()} for row in frame.to_dict("records")]
