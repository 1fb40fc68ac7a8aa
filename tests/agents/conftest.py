"""Contexts made by hand, in the one format that every memory's reads are rendered in."""

from __future__ import annotations

from typing import NamedTuple

from dreambench_lib.memory.context import render
from dreambench_lib.records import Lifecycle, Note, ShownItem
from dreambench_lib.traps.slots import Slot

CLOSE = Slot(name="close", form="CL-{3D}", cues=("closing line", "closes an export"), default="END")
REACH = Slot(
    name="reach",
    ways=("every", "fiscal"),
    wordings={"every": ("every export", "all exports"), "fiscal": ("fiscal only",)},
    cues=("audit",),
    default="every",
)


class Said(NamedTuple):
    """A shown note."""

    text: str
    session: int = 1
    date: str = "2026-03-02"
    by: str = "carrier"
    about: str = "ledger"
    status: Lifecycle = "active"
    header: bool = True
    """False: the memory lost where it came from."""


def context(*said: Said) -> str:
    """The context text in which these notes are shown in this order."""
    notes = {
        f"n{i}": Note(
            id=f"n{i}", text=s.text, session=s.session, date=s.date, author=s.by, about=s.about
        )
        for i, s in enumerate(said)
    }
    shown = [
        ShownItem(
            rank=i + 1,
            text=s.text,
            sources=(f"n{i}",) if s.header else (),
            status=s.status,
            score=None,
            shown=True,
            decision="",
            words=len(s.text.split()),
        )
        for i, s in enumerate(said)
    ]
    return render(shown, notes)
