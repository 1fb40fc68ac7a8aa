"""Made-up notes and sessions for the tests of this room."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dreambench_lib.memory.conditions import build, condition
from dreambench_lib.memory.protocol import Memory, Space
from dreambench_lib.records import Episode, Note, Query, Recall

V, W = "QX-8fK2a-113", "QX-77bZq-904"


def note(identity: str, text: str, session: int = 1, **given: object) -> Note:
    base = {"id": identity, "session": session, "author": "carrier", "about": "ledger"}
    return Note.model_validate({**base, "text": text, "date": f"2026-0{session}-01", **given})


def episode(session: int, *notes: Note, **given: Any) -> Episode:
    base = {"id": f"e{session}", "project": "ledger", "session": session, "notes": notes}
    return Episode.model_validate({**base, "prompt": "", "context": "", "diff": "", "output": ""}
                                  | given)  # fmt: skip


def lived(name: str, *episodes: Episode, namespace: str = "t", model: object = None) -> Memory:
    """A condition's memory after these sessions, in a folder of its own."""
    folder = TemporaryDirectory(prefix="m-")
    memory = build(condition(name), Space(Path(folder.name), namespace, model))
    vars(memory)["folder"] = folder  # goes when the memory does
    for one in episodes:
        memory.write(one)
        memory.sleep()
    return memory


def ask(memory: Memory, prompt: str = "Print the closing line", **given: Any) -> list[Recall]:
    base = {"project": "ledger", "session": 4, "prompt": prompt}
    return memory.read(Query.model_validate(base | given))


def shown(recalls: Iterable[Recall]) -> str:
    """All that a reader with a large budget would see."""
    return "\n".join(recall.text for recall in recalls if recall.admitted)
