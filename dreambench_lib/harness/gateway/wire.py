"""The two wire formats, as far as a gateway must know them: paths, usage, errors, events."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

PATHS = ("/v1/responses", "/v1/chat/completions", "/v1/embeddings")
"""What is forwarded; everything else is refused."""
AGENT_PATHS = PATHS[:2]
"""What an agent may ask for."""
DEPTH = 100
"""Of nested lists and objects in a request."""
CHARACTERS_A_TOKEN = 3
"""For estimates, where a provider has not (yet) said what was used."""


class Used(NamedTuple):
    """Tokens of one exchange as the provider reported them."""

    input: int
    output: int


def parsed(body: bytes) -> Any:
    """A body as JSON, or None where it is none that could be kept: NaN, half a character, a pit."""
    try:
        value = json.loads(body, parse_constant=_refuse)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return value if _depth(value) <= DEPTH else None


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _depth(value: Any) -> int:
    deep, level = 0, [value]
    while level and deep <= DEPTH:
        deep += 1
        lists = [one.values() if isinstance(one, dict) else one for one in level
                 if isinstance(one, dict | list)]  # fmt: skip
        level = [inner for one in lists for inner in one]
    return deep


def usage(body: Any) -> Used | None:
    """What a reply (or the last event of a stream) says was used; None where it says nothing."""
    if not isinstance(body, Mapping):
        return None
    inner = body.get("response")
    said = body.get("usage") or (inner.get("usage") if isinstance(inner, Mapping) else None)
    if not isinstance(said, Mapping):
        return None
    counts = [
        next((said[name] for name in names if isinstance(said.get(name), int)), 0)
        for names in (("input_tokens", "prompt_tokens"), ("output_tokens", "completion_tokens"))
    ]
    return Used(*counts)


def event(line: bytes) -> Any:
    """The data of one line of a stream of events, or None (comments, ends, broken JSON)."""
    if not line.startswith(b"data:"):
        return None
    try:
        return json.loads(line[5:])
    except ValueError:
        return None


def told(piece: Any) -> int:
    """Characters of model output in one event, in either format."""
    if not isinstance(piece, Mapping):
        return 0
    if isinstance(piece.get("delta"), str):
        return len(piece["delta"])
    found = 0
    for choice in piece.get("choices") or ():
        delta = choice.get("delta") if isinstance(choice, Mapping) else None
        if isinstance(delta, Mapping):
            found += len(delta.get("content") or "")
            for call in delta.get("tool_calls") or ():
                found += len((call.get("function") or {}).get("arguments") or "")
    return found


def ceiling(body: Mapping[str, Any]) -> int:
    """The most output tokens that a request allows; 0 where it sets no limit."""
    for name in ("max_output_tokens", "max_completion_tokens", "max_tokens"):
        if isinstance(body.get(name), int) and body[name] > 0:
            return int(body[name])
    return 0


def asks_for_usage(path: str, body: dict[str, Any]) -> dict[str, Any]:
    """The request as it goes out: a chat stream is asked to say at its end what it used."""
    if path != "/v1/chat/completions" or not body.get("stream"):
        return body
    options = body.get("stream_options")
    kept = options if isinstance(options, dict) else {}
    return {**body, "stream_options": {**kept, "include_usage": True}}


def error(message: str, kind: str) -> bytes:
    """An error body in the form that clients of either format read."""
    return json.dumps({"error": {"message": message, "type": kind, "code": kind}}).encode()
