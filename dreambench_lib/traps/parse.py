"""Reading TOML into records, so that every fault is one sentence with place and remedy."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from ..errors import BadInput, unknown
from ..records import Record
from .checks import Check

R = TypeVar("R", bound=Record)
_SKIP = {"__pycache__", ".git", ".pytest_cache", ".ruff_cache", ".mypy_cache"}
CHECK_KEYS = (
    "kind", "call", "args", "run", "files", "is", "has", "lacks", "is_file", "anchor", "after",
)  # fmt: skip


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file's content."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadInput(f"{path.name} is missing in {path.parent.name}: write it") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise BadInput(f"{path.parent.name}/{path.name} is not TOML: {fault}") from None


def read_files(folder: Path) -> dict[str, str]:
    """The text files under `folder` by relative path, without caches of tools."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and not _SKIP & set(path.relative_to(folder).parts)
        and path.suffix != ".pyc"
    }


def made(record: type[R], where: str, spec: dict[str, Any], **more: Any) -> R:
    """`record` made of `spec` and `more`; BadInput says where a key is unknown or wrong."""
    if not isinstance(spec, dict):
        raise BadInput(f"{where} is not a table: write {{key = value, …}}")
    try:
        return record.model_validate({**more, **spec})
    except ValidationError as fault:
        first = fault.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            raise unknown(f"key in {where}", key, record.model_fields) from None
        if first["type"] == "missing":
            raise BadInput(f"{where} lacks {key!r}: add it") from None
        said = first["msg"].removeprefix("Value error, ")
        raise BadInput(f"{where}: {key + ': ' if key else ''}{said}") from None


def need(head: dict[str, Any], key: str, where: str) -> Any:
    """``head[key]``, or BadInput."""
    if key not in head:
        raise BadInput(f"{where} lacks {key!r}: add it")
    return head[key]


def read_checks(rows: list[dict[str, Any]], session: int, where: str) -> list[Check]:
    """The ``[[check]]`` tables of a session."""
    return [
        _check(row, number, session, f"check {number} of {where}")
        for number, row in enumerate(rows, start=1)
    ]


def _check(row: dict[str, Any], number: int, session: int, where: str) -> Check:
    for key in row:
        if key not in CHECK_KEYS:
            raise unknown(f"key in {where}", key, CHECK_KEYS)
    if "call" in row:
        probe = {"type": "call", "target": row["call"], "args": row.get("args", [])}
    elif "run" in row:
        probe = {"type": "run", "argv": row["run"]}
    elif "files" in row:
        probe = {"type": "look", "path": row["files"]}
    else:
        raise BadInput(f"{where} has no 'call', 'run' or 'files': add one")
    if not {"is", "has", "is_file", "anchor"} & set(row):
        raise BadInput(
            f"{where} says only what must not be seen, or nothing: add 'is', 'has' or 'is_file'"
        )
    after = row.get("after", session)
    return made(
        Check,
        where,
        {
            "id": f"s{after}-{number}",
            "kind": need(row, "kind", where),
            "session": after,
            "probe": probe,
            "equals": {"value": row["is"]} if "is" in row else None,
            "has": row.get("has", []),
            "lacks": row.get("lacks", []),
            "equals_file": row.get("is_file"),
            "anchor": row.get("anchor", []),
        },
    )
