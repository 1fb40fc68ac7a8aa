"""The probe as the paper ran it, with a model: each is its `-rules` counterpart, but for who reads.

What asks the model, and with which schema, stands in `memory/probe/asking.py`.
"""

from __future__ import annotations

from dreambench_lib.memory.table.ablations import ABLATIONS
from dreambench_lib.memory.table.entry import Condition
from dreambench_lib.memory.table.probes import PROBES

RULES = "-rules"
_DIFFERS = (
    "A model types, replays and relates facts, as published; otherwise as {rules}: repair is of "
    "fields, asked only of facts about the same thing, and raw notes are outside it."
)
_PHRASES = (
    ("Typed by rule", "Typed by a model"),
    ("typed by rule", "typed by a model"),
    ("no fact was read", "the model read no fact"),
)


def _asked(entry: Condition) -> Condition:
    name = entry.id.removesuffix(RULES)
    meaning = entry.meaning.replace(RULES, "")
    for old, new in _PHRASES:
        meaning = meaning.replace(old, new)
    return entry.model_copy(
        update={
            "id": name,
            "meaning": meaning,
            "differs": _DIFFERS.format(rules=entry.id),
            "ablates": entry.ablates.removesuffix(RULES),
            "needs_model": True,
        }
    )


MODELS = tuple(_asked(entry) for entry in (*PROBES, *ABLATIONS) if entry.id.endswith(RULES))
