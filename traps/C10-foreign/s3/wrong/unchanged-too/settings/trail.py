"""The audit trail: a line for each setting that changed."""

from __future__ import annotations

from collections.abc import Mapping

from .merge import Effective
from .redact import shown

TAG = "{{tag}}"
EMPTY = "(empty)"


def lines(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """``path: old -> new`` for each path whose value differs, sorted by path."""
    start = f"{TAG} " if TAG else ""
    out = []
    for path in sorted({*before, *after}):
        old, new = before.get(path, ""), after.get(path, "")
        if old or new:
            out.append(f"{start}{path}: {old or EMPTY} -> {new or EMPTY}")
    return out


def shown_values(effective: Effective) -> dict[str, str]:
    """The values in force by path, as people may see them."""
    return {field.path: shown(field, effective[field.path]) for field in effective.schema}
