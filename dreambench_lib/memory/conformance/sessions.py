"""What the suite writes and asks: made-up sessions, the same for every memory on every machine."""

from __future__ import annotations

from collections.abc import Sequence

from dreambench_lib.canonical import sha256
from dreambench_lib.records import Episode, Note, Query

PROJECT = "ledger"
PROMPT = "Print every marker, and each token as it was given."
SUBJECTS = (
    "amber", "birch", "cedar", "dahlia", "elder", "fennel", "ginger", "hazel", "iris", "juniper",
    "kelp", "laurel", "maple", "nettle", "olive", "poplar", "quince", "rowan", "sorrel", "thyme",
    "ursin", "violet", "willow", "yarrow",
)  # fmt: skip
"""Things that notes speak of, so that no note is news about another's thing."""


def note(text: str, session: int, place: int = 0) -> Note:
    """A note under the id of its content."""
    return Note(
        id=f"n{sha256([text, session, place])[:10]}",
        text=text,
        session=session,
        date=f"2026-03-{min(session, 28):02d}",
        author="carrier",
        about=PROJECT,
    )


def fact(subject: str, value: str) -> str:
    """A plain sentence with a value to look for."""
    return f"The {subject} marker is {value}."


def marker(tag: str, number: int) -> str:
    """A value that stands nowhere else, in the form that traps mint theirs.

    >>> marker("a", 1)
    'QX-6ea723-f0c'
    """
    drawn = sha256(["marker", tag, number])
    return f"QX-{drawn[:6]}-{drawn[6:9]}"


def session(number: int, texts: Sequence[str]) -> Episode:
    """A session with these notes, as the harness hands it to a memory."""
    notes = tuple(note(text, number, place) for place, text in enumerate(texts))
    body = {
        "project": PROJECT,
        "session": number,
        "prompt": f"Tidy module {SUBJECTS[number % len(SUBJECTS)]} and run its tests.",
        "context": "",
        "diff": f"--- a/src/m{number}.py\n+++ b/src/m{number}.py\n@@ -1 +1 @@\n-x = 1\n+x = 2\n",
        "output": "Done; the tests pass.",
    }
    return Episode(id=f"e{sha256([body, [n.id for n in notes]])[:10]}", notes=notes, **body)


def query(session: int, prompt: str = PROMPT, items: int = 200, words: int = 1_000_000) -> Query:
    """A question before `session`; by default with room for everything."""
    return Query(project=PROJECT, session=session, prompt=prompt, items=items, words=words)
