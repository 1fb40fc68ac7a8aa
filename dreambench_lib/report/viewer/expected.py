"""A check in words: what is looked at, and what must and must not be seen there."""

from __future__ import annotations

import json
import shlex
from typing import Any

from dreambench_lib.traps.checks import Call, Check, Run


def probe(check: Check) -> str:
    """What the check looks at.

    >>> from dreambench_lib.traps.checks import Check, Equals
    >>> made = {"type": "call", "target": "ledger.money:cents", "args": ["1.50"]}
    >>> asked = Check(id="s1", kind="presence", session=1, probe=made, equals=Equals(value=150))
    >>> probe(asked), wants(asked)
    ('call ledger.money:cents("1.50")', ['is 150'])
    """
    seen = check.probe
    if isinstance(seen, Call):
        return f"call {seen.target}({', '.join(map(_json, seen.args))})"
    if isinstance(seen, Run):
        return f"run {shlex.join(seen.argv)}"
    return f"read {seen.path}"


def wants(check: Check) -> list[str]:
    """What must be seen, one demand each."""
    found = [f"is {_json(check.equals.value)}"] if check.equals else []
    found += [f"has {_json(text)}" for text in check.has]
    found += [f"lacks {_json(text)}" for text in check.lacks]
    found += [f"equals the file {check.equals_file}"] if check.equals_file else []
    return found + [f"shows {_json(text)} in any honest work" for text in check.anchor]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
