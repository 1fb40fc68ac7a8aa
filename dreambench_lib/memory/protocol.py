"""What a memory under test is: three methods, nothing to inherit.

A useful memory fits in a few lines, and may live outside this tree (``pkg.module:Class``):

>>> from pathlib import Path
>>> from dreambench_lib.memory import budget, context
>>> from dreambench_lib.records import Budget, Episode, Note, Query, Recall
>>> class NewestWord:
...     '''Shows the notes that share a word with the prompt, newest first.'''
...     def __init__(self, space):
...         self.notes = []
...     def write(self, episode):
...         self.notes[:0] = episode.notes
...     def sleep(self):
...         pass
...     def read(self, query):
...         asked = set(query.prompt.lower().split())
...         hits = [note for note in self.notes if asked & set(note.text.lower().split())]
...         return [Recall(text=note.text, sources=(note.id,)) for note in hits]

What the harness does with it:

>>> note = Note(id="n1", text="The footer ends with QX-1.", session=1, date="2026-03-02",
...             author="carrier", about="ledger")
>>> memory = NewestWord(Space(Path("."), "demo"))
>>> memory.write(Episode(id="e1", project="ledger", session=1, prompt="", context="", diff="",
...                      output="", notes=(note,)))
>>> memory.sleep()
>>> recalls = memory.read(Query(project="ledger", session=2, prompt="Print the footer"))
>>> shown = budget.cut(recalls, Budget(items=6, words=1200))
>>> print(context.render(shown, {note.id: note}), end="")
Notes from earlier work, as they were found (1):
<BLANKLINE>
[1] session 1 | 2026-03-02 | by carrier | about ledger | active
  The footer ends with QX-1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

from dreambench_lib.models import Message, Reply
from dreambench_lib.records import Episode, Query, Recall

METHODS = ("write", "sleep", "read")
"""What a class must have to be a memory."""


class Space(NamedTuple):
    """Where one memory lives: a memory is built as ``Memory(space)`` and keeps to it."""

    folder: Path
    """Its own folder; it may write here and nowhere else."""
    namespace: str
    """Unique to one (run, condition, trap, seed): nothing is shared between namespaces."""
    model: object | None = None
    """The metered model client, or None where the run has none."""


class Model(Protocol):
    """What a memory asks a model by: `models.Client` is one, and so is a record of its replies."""

    def complete(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> Reply: ...


@runtime_checkable
class Memory(Protocol):
    """A system under test. Calls come in the order write, sleep, read, one session at a time."""

    def write(self, episode: Episode) -> None:
        """Take in one session's raw record, with all its notes."""

    def sleep(self) -> None:
        """Work offline between sessions; model calls made here are metered."""

    def read(self, query: Query) -> list[Recall]:
        """Rank what is held for the next session; the harness cuts to the budget.

        Must not change what later reads return. Items listed with ``admitted=False`` are for
        the audit only: never shown, never charged.
        """
        ...
