"""An audit on disk: JSON with one row a line, so that two audits can be compared by eye."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def as_text(audit: Mapping[str, Any]) -> str:
    """The audit as JSON text.

    >>> print(as_text({"seeds": 2, "rows": [{"a": 1}, {"a": 2}], "none": []}), end="")
    {
     "seeds": 2,
     "rows": [
      {"a": 1},
      {"a": 2}
     ],
     "none": []
    }
    """
    parts = []
    for name, value in audit.items():
        if isinstance(value, list) and value:
            told = "[\n" + ",\n".join(f"  {_line(row)}" for row in value) + "\n ]"
        else:
            told = _line(value)
        parts.append(f" {json.dumps(name)}: {told}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write_audit(audit: Mapping[str, Any], path: Path) -> None:
    """Write the audit to `path`, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(as_text(audit), encoding="utf-8")
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
