"""What Codex says of its work, read from its events; its status 0 alone says nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple


class Course(NamedTuple):
    """A session of Codex, as far as its events tell."""

    lines: tuple[str, ...]
    """One for each command, change and message, in order."""
    commands: int
    failed: int
    """Commands that did not end with status 0."""
    edits: int
    """Changes of files that Codex made itself, by its patches."""
    completed: bool
    """Whether its turn came to an end."""
    why: str
    """What ended the turn instead, or the last complaint."""


def course(events: Iterable[Any]) -> Course:
    """Read events in order; what is no event of a known kind is passed over."""
    lines: list[str] = []
    commands = failed = edits = 0
    completed, why = False, ""
    for event in events:
        kind = _text(event, "type")
        item = event.get("item") if isinstance(event, Mapping) else None
        if kind == "turn.completed":
            completed = True
        elif kind == "turn.failed":
            completed, why = False, _text(event.get("error"), "message") or "no reason given"
        elif kind == "error":
            why = _text(event, "message")
        elif kind == "item.completed" and isinstance(item, Mapping):
            shape = item.get("type")
            if shape == "command_execution":
                commands += 1
                failed += item.get("exit_code") != 0
                lines.append(f"$ {_brief(_text(item, 'command'))} -> {item.get('exit_code')}")
            elif shape == "file_change":
                done = item.get("status") == "completed"
                edits += done
                lines.append(f"patch {'' if done else 'refused '}{_paths(item)}".rstrip())
            elif shape == "agent_message":
                lines.append(_brief(_text(item, "text"), 1000))
            elif shape == "error":
                lines.append(f"error: {_brief(_text(item, 'message'))}")
            elif shape == "mcp_tool_call":
                lines.append(f"{_brief(_text(item, 'tool'))} -> {_text(item, 'status')}")
    return Course(tuple(lines), commands, failed, edits, completed, why)


def _paths(item: Mapping[str, Any]) -> str:
    changes = item.get("changes")
    listed = changes if isinstance(changes, list) else []
    return ", ".join(
        f"{_text(one, 'kind')} {_text(one, 'path').removeprefix('/repo/')}" for one in listed
    )[:500]


def _text(value: Any, name: str) -> str:
    found = value.get(name) if isinstance(value, Mapping) else None
    return found if isinstance(found, str) else ""


def _brief(text: str, most: int = 200) -> str:
    return " ".join(text.split())[:most]
