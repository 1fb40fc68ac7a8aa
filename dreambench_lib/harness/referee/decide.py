"""From what was seen to what it means: pure, and the only place that knows expectations."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ...canonical import canonical
from ...records import CheckOutcome
from ...traps.checks import Check, Equals, Run
from ...trees import Tree
from ..sandboxes.base import Observation

MOST_SHOWN = 16 * 1024
"""Bytes in which a wanted text proves something: who lists every value that a slot could have needs
millions of them, and 16 KiB hold about 2,000 (a chance of one in a thousand for the shortest)."""


def look(tree: Tree, path: str) -> Observation:
    """A file of the tree as an observation; nothing runs for it."""
    entry = tree.get(path.encode())
    if entry is None:
        return Observation("failed", "no such file")
    if entry.kind == "link":
        return Observation("failed", "not a regular file")
    return Observation("ok", data=entry.data)


def decide(check: Check, seen: Observation, tree: Tree) -> CheckOutcome:
    """The outcome of one check: passed only with a positive proof and nothing forbidden."""
    reason = seen.reason or "nothing seen" if seen.status != "ok" else _fault(check, seen, tree)
    return CheckOutcome(id=check.id, kind=check.kind, passed=not reason, reason=reason)


def _fault(check: Check, seen: Observation, tree: Tree) -> str:
    """What is wrong with an observation, or ""."""
    if check.equals_file is not None:
        if not isinstance(check.probe, Run):
            return "only a command's output can equal a file"
        file = look(tree, check.equals_file)
        if file.status != "ok":
            return f"{check.equals_file}: {file.reason}"
        if file.data != seen.data:
            return f"output differs from {check.equals_file}"
        if not seen.data.strip():
            return f"{check.equals_file} is empty, and so is the output"
    if check.equals is None and not (check.has or check.lacks or check.anchor):
        return ""
    try:
        texts = list(_texts(check, seen.data))
    except UnicodeDecodeError:
        return "not UTF-8"
    if check.equals is not None and not _equal(check, check.equals, seen.data):
        return "not the expected value"
    if _only_lacks(check) and not any(map(_shows, texts)):
        return "nothing to see"
    for wanted in (*check.anchor, *check.has):
        if not any(wanted in text for text in texts):
            return f"did not see {json.dumps(wanted)}"
    if check.has and len(seen.data) > MOST_SHOWN:
        return f"shows more than {MOST_SHOWN} bytes, which may hold anything"
    for unwanted in check.lacks:
        if any(unwanted in text for text in texts):
            return f"saw {json.dumps(unwanted)}"
    return ""


def _only_lacks(check: Check) -> bool:
    return check.equals is None and not (check.equals_file or check.has or check.anchor)


def _shows(text: str) -> bool:
    """Whether a text says anything: not blank, and not only JSON's empty values."""
    return bool(re.sub(r'null|[\s\[\]{}":,]', "", text))


def _equal(check: Check, expected: Equals, data: bytes) -> bool:
    """Canonical JSON against canonical JSON (1, 1.0 and true differ)."""
    is_call = check.probe.type == "call"
    seen = data.decode() if is_call else canonical(data.decode())
    return seen == canonical(expected.value)


def _texts(check: Check, data: bytes) -> Iterator[str]:
    """Everything in which `has` and `lacks` look."""
    text = data.decode()
    if check.probe.type != "call":
        yield text
        return
    value = json.loads(text)
    # Escapes must not hide a text, so every string counts as it is, too.
    if not isinstance(value, str):
        yield json.dumps(value, sort_keys=True, ensure_ascii=False)
    yield from _strings(value)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _strings(item)
