"""When are two requests the same? Their volatile parts, listed, and the first difference."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from ...canonical import sha256


class Volatile(NamedTuple):
    """One thing that changes from run to run and means nothing to a model."""

    name: str
    pattern: re.Pattern[str]
    instead: str


TEXTS = (
    Volatile("chunk ids of a command's output", re.compile(r"Chunk ID: \w+"), "Chunk ID: -"),
    Volatile(
        "wall times of commands", re.compile(r"Wall time: [\d.]+ seconds"), "Wall time: - seconds"
    ),
    Volatile("durations of test runs", re.compile(r"\bin [\d.]+ ?s\b"), "in -s"),
    Volatile("addresses of objects", re.compile(r"\b0x[0-9a-f]{8,16}\b"), "0x-"),
    Volatile("temporary names", re.compile(r"/tmp/tmp\w+"), "/tmp/tmp-"),
    Volatile("process ids", re.compile(r"\bpid[ =:]+\d+"), "pid -"),
    Volatile(
        "ids that codex gives its messages",
        re.compile(r"\b([a-z]{2,5})_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"),
        r"\1_-",
    ),
    Volatile(
        "numbers of commands that go on",
        re.compile(r"Process running with session ID \d+"),
        "Process running with session ID -",
    ),
    Volatile(
        "the day as codex tells it",
        re.compile(r"<current_date>[\d-]+</current_date>"),
        "<current_date>-</current_date>",
    ),
    Volatile(
        "the day as qwen code tells it",
        re.compile(r"(Today's date|The current date) is:? \w+, \w+ \d+, \d{4}"),
        r"\1 is -",
    ),
    Volatile(
        "the machine as mini swe agent tells it",
        re.compile(r"<system_information>[^<]*</system_information>"),
        "<system_information>-</system_information>",
    ),
)
"""Inside any string of a request, and nowhere else."""
FIELDS = ("prompt_cache_key", "client_metadata", "metadata", "safety_identifier", "user")
"""Top-level fields of a request that clients fill with ids of their own."""


def normalised(path: str, body: Any) -> Any:
    """A request without its volatile parts."""
    if isinstance(body, dict):
        body = {name: value for name, value in body.items() if name not in FIELDS}
    return {"path": path, "body": _calm(body)}


def digest(path: str, body: Any) -> str:
    """SHA-256 of the normalised request."""
    return sha256(normalised(path, body))


def difference(recorded: Any, now: Any, place: str = "") -> str:
    """Where two values first differ, in words; "" where they do not.

    >>> difference({"a": [1, 2]}, {"a": [1, 3]})
    'a[1]: recorded 2, now 3'
    """
    if isinstance(recorded, dict) and isinstance(now, dict):
        for name in sorted(recorded.keys() | now.keys()):
            here = f"{place}.{name}".lstrip(".")
            if name not in recorded or name not in now:
                return f"{here}: only {'recorded' if name in recorded else 'now'}"
            if found := difference(recorded[name], now[name], here):
                return found
        return ""
    if isinstance(recorded, list) and isinstance(now, list):
        for number, (one, other) in enumerate(zip(recorded, now, strict=False)):
            if found := difference(one, other, f"{place}[{number}]"):
                return found
        if len(recorded) != len(now):
            return f"{place}: recorded {len(recorded)} entries, now {len(now)}"
        return ""
    if type(recorded) is type(now) and recorded == now:
        return ""
    return f"{place}: recorded {_short(recorded, now)}, now {_short(now, recorded)}"


def _calm(value: Any) -> Any:
    if isinstance(value, str):
        for one in TEXTS:
            value = one.pattern.sub(one.instead, value)
        return value
    if isinstance(value, dict):
        return {name: _calm(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_calm(inner) for inner in value]
    return value


def _short(value: Any, other: Any) -> str:
    """A value as far as a sentence bears it: of two texts, from shortly before they part."""
    if not (isinstance(value, str) and isinstance(other, str)):
        return json.dumps(value, ensure_ascii=False)[:80]
    parts = next(
        (i for i, (a, b) in enumerate(zip(value, other, strict=False)) if a != b),
        min(len(value), len(other)),
    )
    start = max(0, parts - 20)
    lead = "…" if start else ""
    return json.dumps(lead + value[start : parts + 40], ensure_ascii=False)
