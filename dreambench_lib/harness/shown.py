"""Every text of a cell's record, with its maker and what an agent could know by then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ..canonical import canonical
from ..records import CellRecord, SessionRecord
from ..traps.leakage import headers
from ..traps.mint import Instance

Maker = Literal["harness", "agent"]


class Text(NamedTuple):
    """Some bytes of a record."""

    session: int
    maker: Maker
    where: str
    text: str
    known: str
    """What had been told by then: a value of the cell's own instance may come from it."""
    words: Literal["ours", "trap", "others"] = "others"
    """Whose words they are: the harness's, the trap's, or anybody's (which may say anything)."""


def texts(record: CellRecord, instance: Instance) -> Iterator[Text]:
    """All texts of `record`: what the harness showed, and what the agent made.

    What a memory returned counts as the harness's: it is the harness that shows it.
    """
    arrived, seen, said = "", "", ""
    for session in record.sessions:
        number = session.session
        source = instance.template.sessions[number - 1]
        yield Text(number, "harness", "the prompt", source.prompt, "", "trap")
        yield Text(number, "harness", "the task token", instance.token, "", "ours")
        for path, text in instance.template.fixture.files.items():
            yield Text(number, "harness", f"the file {path}", text, "", "trap")
        # What the agent itself made is remembered, and comes back to it.
        context, told = session.context, f"{arrived}\n{said}"
        yield Text(number, "harness", "the context", context, told)
        yield Text(number, "harness", "the context's headers", headers(context), told, "ours")
        yield Text(number, "harness", "the recalls", _recalled(session), told)
        notes = "\n".join(note.text for note in session.notes)
        arrived = f"{arrived}\n{notes}"
        yield Text(number, "harness", "the notes", notes, arrived, "trap")
        seen = f"{seen}\n{context}"
        change = canonical(list(session.diff))
        output = f"{session.work.output}\n{session.work.error or ''}"
        yield Text(number, "agent", "the change", change, seen)
        yield Text(number, "agent", "the output", output, seen)
        said = f"{said}\n{change}\n{output}"


def _recalled(session: SessionRecord) -> str:
    parts = [part for item in session.recalls for part in (item.text, *item.sources)]
    return "\n".join(parts)
