"""Effective settings as shell lines that give the same settings again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

from .layers import PREFIX
from .merge import Effective

SIGN = "{{sign}}"


def lines(values: Mapping[str, str]) -> list[str]:
    """``export NAME=value`` for each path, in the order given."""
    end = f"  # {SIGN}" if SIGN else ""
    out = [f"export {name(path)}={shlex.quote(value)}{end}" for path, value in values.items()]
    return out or ["# nothing to export"]


def name(path: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + path.replace(".", "__").upper()


def given(effective: Effective) -> dict[str, str]:
    """The values that are not defaults, as text; secrets are left out."""
    return {
        field.path: field.show(effective[field.path])
        for field in effective.schema
        if effective.origin(field.path) != "default" and not field.secret
    }
