"""A persona's conversations, streamed: one session in memory at a time (quarterly has 2,000)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.release.load import Malformed, key_of


class Turn(NamedTuple):
    """One message."""

    speaker: str
    text: str


class Session(NamedTuple):
    """One conversation. The release's own hints are left out on purpose.

    `share_memory`, `operation` and `operation_details` say which turns matter and what changed:
    a memory under test must find that out by itself.
    """

    number: int
    date: str
    persona: str
    turns: tuple[Turn, ...]


class _Turn(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)
    speaker: str
    message: str


class _Session(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)
    session_id: int
    date: str
    persona: str
    conversation: list[_Turn]


def session_files(data: Path, duration: str, persona: str) -> list[Path]:
    """The session files in order of number."""
    return sorted((data / duration / persona / "conversations").glob("session_*.json"))


def iter_sessions(data: Path, duration: str, persona: str) -> Iterator[Session]:
    """The sessions, oldest first; order and persona are checked on the way."""
    files = session_files(data, duration, persona)
    if not files:
        raise BadInput(
            f"{duration}/{persona} has no conversations: this needs the release with its "
            "conversations/session_NNNN.json"
        )
    last, date = 0, ""
    for path in files:
        session = _load(path, data)
        if session.persona != persona:
            raise Malformed(_shown(path, data), "persona", f"{session.persona!r}, not {persona!r}")
        if session.number <= last or session.date < date:
            raise Malformed(_shown(path, data), "session_id", "is not after the session before it")
        last, date = session.number, session.date
        yield session


def _load(path: Path, data: Path) -> Session:
    try:
        raw = _Session.model_validate_json(path.read_bytes())
    except OSError:
        raise Malformed(_shown(path, data), "", "cannot be read") from None
    except ValidationError as fault:
        first = fault.errors(include_url=False)[0]
        raise Malformed(_shown(path, data), key_of(first["loc"]), first["msg"]) from None
    turns = tuple(Turn(turn.speaker, turn.message) for turn in raw.conversation)
    return Session(raw.session_id, raw.date, raw.persona, turns)


def _shown(path: Path, data: Path) -> str:
    return path.relative_to(data).as_posix()
