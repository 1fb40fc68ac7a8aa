"""What a note is to a trap: it decides, supports, misleads, resembles, or is plain work talk."""

from __future__ import annotations

from typing import Literal

from dreambench_lib.records import Note
from dreambench_lib.report.style import FAILED, PASSED, SECOND
from dreambench_lib.traps.bench import harmful
from dreambench_lib.traps.mint import Instance

Role = Literal["current", "support", "harm", "sister", "ordinary"]

ROLES: dict[Role, tuple[str, str, str]] = {
    "current": (PASSED, "●", "carries a current fact"),
    "support": ("#7fb0da", "○", "decides, without a value"),
    "harm": (SECOND, "×", "carries a fact that misleads"),
    "sister": ("#97a2b0", "≈", "looks alike, concerns something else"),
    "ordinary": (FAILED, "", "ordinary work talk"),
}
"""Role -> colour, mark (for those who do not see the colour), meaning."""


def roles(instance: Instance, note: Note) -> list[Role]:
    """The roles of a note's facts, the governing ones first; `ordinary` when it has none."""
    facts = {fact.split("@")[0] for fact in instance.carried.get(note.id, ())}
    harm = harmful(instance.template)
    found: set[Role] = set()
    for fact in facts:
        status = instance.template.fact(fact).status
        if fact in harm:
            found.add("harm")
        elif status == "current":
            found.add("current")
        else:
            found.add("support" if status == "support" else "sister")
    return [role for role in ROLES if role in found] or ["ordinary"]
