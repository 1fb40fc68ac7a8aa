"""A-Mem: notes with keywords, context and tags by a model, which evolve as new ones come."""

from __future__ import annotations

import json

from dreambench_lib.memory.external.vendor import Vendor
from dreambench_lib.records import Note

_NOTHING = {
    "keywords": [],
    "context": "General",
    "tags": [],
    "should_evolve": False,
    "actions": [],
    "suggested_connections": [],
    "tags_to_update": [],
    "new_context_neighborhood": [],
    "new_tags_neighborhood": [],
}
"""An answer to either of its questions: nothing to add, nothing to change."""


class AMem(Vendor):
    """A-Mem, with the run's model."""

    entry, module = "amem", "with_amem"
    extracts = True


class AMemByRule(AMem):
    """A-Mem's store and search, with a stand-in that adds no keywords and lets nothing evolve."""

    by_rule = True

    @staticmethod
    def reply(note: Note) -> str:
        return json.dumps(_NOTHING)
