"""LangMem: each note stored by its tool as it is, or what its manager's extractor makes of it."""

from __future__ import annotations

from dreambench_lib.memory.external.answers import Calls
from dreambench_lib.memory.external.standins import facts
from dreambench_lib.memory.external.vendor import Vendor
from dreambench_lib.records import Note


class Literal(Vendor):
    """Every note is a memory, byte for byte, as when an agent calls its tool with it."""

    entry, module = "langmem", "with_langmem"


class NativeByRule(Literal):
    """Its memory manager, with the stand-in extractor in the model's place."""

    extracts = by_rule = True

    @staticmethod
    def reply(note: Note) -> Calls:
        return [("Memory", {"content": fact}) for fact in facts(note.text)]
