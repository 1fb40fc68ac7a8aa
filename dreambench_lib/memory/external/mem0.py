"""Mem0 open source: each note added as it is, or what an extractor makes of it."""

from __future__ import annotations

import json

from dreambench_lib.memory.external.standins import facts
from dreambench_lib.memory.external.vendor import Vendor
from dreambench_lib.records import Note


class Literal(Vendor):
    """Every note is a memory, byte for byte (``infer=False``)."""

    entry, module = "mem0", "with_mem0"


class Native(Literal):
    """Mem0 asks the run's model what to keep of every note."""

    extracts = True


class NativeByRule(Native):
    """Mem0's own pipeline, with the stand-in extractor in the model's place."""

    by_rule = True

    @staticmethod
    def reply(note: Note) -> str:
        kept = [
            {"id": str(number), "text": fact, "attributed_to": "user"}
            for number, fact in enumerate(facts(note.text))
        ]
        return json.dumps({"memory": kept}, ensure_ascii=False)


class NewestLiteral(Literal):
    """The newest version, byte for byte."""

    entry = "mem0-newest"


class NewestNative(Native):
    """The newest version, with the run's model."""

    entry = "mem0-newest"


class NewestNativeByRule(NativeByRule):
    """The newest version, with the stand-in extractor."""

    entry = "mem0-newest"
