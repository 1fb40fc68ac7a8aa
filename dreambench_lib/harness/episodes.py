"""The raw record of a session, made in one way when it is lived and when it is lived again."""

from __future__ import annotations

from ..canonical import sha256
from ..records import Episode, Note


def episode_of(
    *,
    project: str,
    session: int,
    prompt: str,
    context: str,
    diff: str,
    output: str,
    notes: tuple[Note, ...],
) -> Episode:
    """An episode under the id of its content; no verdict is in it."""
    body = {
        "project": project, "session": session, "prompt": prompt, "context": context,
        "diff": diff, "output": output, "notes": notes,
    }  # fmt: skip
    name = sha256({**body, "notes": [note.id for note in notes]})
    return Episode(id=f"e{name[:10]}", **body)
