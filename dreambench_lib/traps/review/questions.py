"""What a reviewer is asked about a trap, and which answers there are."""

from __future__ import annotations

from ..admission import template_digest
from ..template import Template

CONSTRUCTS: dict[str, str] = {
    "C1": "One note holds the whole answer; it must only be kept and found.",
    "C2": "Many notes in the same words; exactly one of them is the one that is asked for.",
    "C3": "A fact changes over time; the one in force must be used, never an old one.",
    "C4": "A change must be carried on into a place that is derived from it by another rule.",
    "C5": "A fact holds inside a scope only; outside it nothing may change.",
    "C6": "Sources contradict each other; a further note says which of them has precedence.",
    "C7": "The answer is put together from two or more notes.",
    "C8": "A way of working: the source or generator must be changed, not what it produces.",
    "C9": "A lesson looked right and was disproved later; it must be ignored.",
    "C10": "Nothing in the notes belongs to this task; nothing may be taken over.",
}
YES_NO = ("yes", "no")
QUESTIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "construct": ("Which kind of demand on memory decides this trap?", tuple(CONSTRUCTS)),
    "realistic": ("Could this have happened in a real project?", YES_NO),
    "leaks": ("Can the task be solved without the notes, or does the prompt give it away?", YES_NO),
    "duplicate": ("Is it the story of another sheet in other clothes (say which)?", YES_NO),
    "load_bearing": ("Is that demand what decides, rather than something accidental?", YES_NO),
    "deep": ("Did you read prompts, notes, checks and solution in full?", YES_NO),
}
"""Column to (question, allowed answers); an empty cell is no answer."""
HEADS = ("sheet", "reviewer", *QUESTIONS, "comment")


def sheet_id(trap: Template) -> str:
    """A name that tells neither construct nor story, and changes when the trap is edited."""
    return f"sheet-{template_digest(trap)[:8]}"
