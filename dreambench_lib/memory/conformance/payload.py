"""The hidden-marker guard: what a memory is handed has these fields and no others.

The list stands here a second time on purpose: a field that is added to the records for the
harness's own use is refused by this guard until somebody decides that memories may see it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from dreambench_lib.records import Episode, Query

FIELDS = {
    "episode": {"id", "project", "session", "prompt", "context", "diff", "output", "notes"},
    "note": {"id", "text", "session", "date", "author", "about"},
    "query": {"project", "session", "prompt", "files", "items", "words"},
}
_HIDDEN = re.compile(
    r"\b(canary-[0-9a-f]{8,}|hidden (check|test)s?|oracle|verdict|expectation)\b"
    r"|\bC(10|[1-9])-[a-z]+(-[a-z]+)*\b",
    re.IGNORECASE,
)
"""Words by which sealed matter gives itself away: canaries, verdicts, ids of traps."""


class Hidden(Exception):
    """A payload held what no memory may see: the harness is at fault, not the memory."""


def clean(payload: Episode | Query) -> None:
    """Raise `Hidden` where a payload has a field or a marker that no memory may see."""
    body = payload.model_dump(mode="json")
    kind = "episode" if isinstance(payload, Episode) else "query"
    parts = [(kind, body), *(("note", one) for one in body.get("notes", ()))]
    for name, part in parts:
        if more := sorted(set(part) - FIELDS[name]):
            raise Hidden(f"the {name} handed to the memory has a field {more[0]!r}")
    for text in _texts(body):
        if found := _HIDDEN.search(text):
            raise Hidden(f"the {kind} handed to the memory says {found[0]!r}")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
