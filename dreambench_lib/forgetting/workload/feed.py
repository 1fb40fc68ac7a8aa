"""Conversations as a memory sees them: one episode a session, one note a session or a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from dreambench_lib.canonical import sha256
from dreambench_lib.errors import Infra
from dreambench_lib.forgetting.release.sessions import Session, Turn
from dreambench_lib.memory.protocol import Memory
from dreambench_lib.records import Episode, Note

Grain = Literal["session", "turn"]
GRAINS: tuple[Grain, ...] = ("session", "turn")
_ROLES = {"user_agent": "user", "user": "user", "ai_agent": "assistant"}


def episode(session: Session, grain: Grain) -> Episode:
    """A session as an episode; ids are content hashes, so the same release gives the same bytes."""
    notes = tuple(_notes(session, grain))
    name = sha256([session.persona, session.number, [note.id for note in notes]])
    return Episode(
        id=f"e{name[:12]}", project=session.persona, session=session.number, prompt="", context="",
        diff="", output="", notes=notes,
    )  # fmt: skip


def give(memory: Memory, one: Episode) -> None:
    """Write, then sleep; a fault of the memory stops the run and names the step."""
    step = "write"
    try:
        memory.write(one)
        step = "sleep"
        memory.sleep()
    except Infra:
        raise
    except Exception as fault:
        detail = " ".join(f"{type(fault).__name__}: {fault}".split())
        raise Infra(f"memory failed in {step}, session {one.session}: {detail}") from fault


def _notes(session: Session, grain: Grain) -> Iterator[Note]:
    if grain == "session":
        text = "\n".join(f"{_role(turn)}: {turn.text}" for turn in session.turns)
        groups = [("conversation", text)]
    else:
        groups = [(_role(turn), turn.text) for turn in session.turns]
    for place, (author, text) in enumerate(groups):
        name = sha256([session.persona, session.number, place, text])
        yield Note(
            id=f"n{name[:12]}",
            text=text,
            session=session.number,
            date=session.date,
            author=author,
            about=session.persona,
        )


def _role(turn: Turn) -> str:
    return _ROLES.get(turn.speaker, turn.speaker)
