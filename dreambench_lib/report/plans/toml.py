"""A plan as people write it: TOML, with one sentence for whatever is wrong."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.report.plans.admitted import read_admissions, with_reasons
from dreambench_lib.stats import Preregistration

_KINDS = ("claim", "falsifier", "gate")
_KNOWN = ("name", "about", "family", "conformance", *_KINDS)


def read_toml(path: Path) -> Preregistration:
    """The plan that a file declares."""
    table = _table(path)
    for name in table:
        if name not in _KNOWN:
            raise unknown(f"setting in {path.name}", name, _KNOWN)
    claims = claims_of(table, path)
    admissions = read_admissions(table.get("conformance", {}), path)
    try:
        return Preregistration.model_validate(
            {
                "name": table.get("name", path.stem),
                "about": table.get("about", ""),
                "families": with_reasons(_list(table, "family", path), admissions),
                "claims": claims,
                "admissions": admissions,
            }
        )
    except ValidationError as fault:
        raise BadInput(f"{path.name}: {told(fault)}") from None


def read_claims(path: Path) -> list[dict[str, Any]]:
    """The claims of a file that declares nothing else: what an amendment adds."""
    table = _table(path)
    for name in table:
        if name not in _KINDS:
            raise unknown(f"setting in {path.name} (an amendment adds claims only)", name, _KINDS)
    return claims_of(table, path)


def claims_of(table: dict[str, Any], path: Path) -> list[dict[str, Any]]:
    """Claims, falsifiers and gates in one list, each with its kind."""
    return [{**one, "kind": kind} for kind in _KINDS for one in _list(table, kind, path)]


def told(fault: ValidationError) -> str:
    """The first of pydantic's errors, as one sentence that says where."""
    first = fault.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    message = first["msg"].removeprefix("Value error, ")
    return f"{place}: {message}" if place else message


def _table(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        reason = getattr(fault, "strerror", None) or "not text"
        raise BadInput(f"{path.name} cannot be read ({reason}): give a TOML file") from None
    except tomllib.TOMLDecodeError as fault:
        raise BadInput(f"{path.name} is not TOML: {fault}") from None


def _list(table: dict[str, Any], name: str, path: Path) -> list[dict[str, Any]]:
    found = table.get(name, [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise BadInput(f"{name} in {path.name} is no list of tables: write [[{name}]]")
    return found
