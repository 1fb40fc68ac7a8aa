"""Skeletons: the shape of a trap's story, whatever its fixture and words.

A skeleton is who says what in which order, and why the note that decides does decide. Traps that
share one tell the same story about other things, so only a few may. ``set.toml`` tells each in a
sentence; what can be compared by program (which kinds of fact become known in which order) is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .template import Template

Course = tuple[tuple[str, ...], ...]


def unfolds(trap: Template) -> Course:
    """The statuses of the facts that become known with each document in turn, by date.

    A fact counts where it is told first. Sister fields (irrelevant facts) are left out, but in
    C10, where the foreign values are the story.
    """
    known: set[str] = set()
    out = []
    for event in sorted(trap.events, key=lambda event: (event.after, event.date)):
        new = [trap.fact(fact) for fact in event.carries if fact not in known]
        known |= set(event.carries)
        statuses = sorted(
            fact.status for fact in new if fact.status != "irrelevant" or trap.construct_id == "C10"
        )
        if statuses:
            out.append(tuple(statuses))
    return tuple(out)


def named_after_fixture(trap: Template, fixtures: Sequence[str]) -> str:
    """The fixture's name with which the trap's skeleton begins, or ""."""
    first = trap.skeleton.split("-")[0]
    return first if first in fixtures else ""


def skeletons(traps: Sequence[Template], most: int, told: Mapping[str, str]) -> list[str]:
    """Every trap names a story that is told, `most` share one, and those do unfold alike.

    Args:
        told: Skeleton to its sentence; empty: any name will do.
    """
    fixtures = sorted({trap.fixture.name for trap in traps})
    shared: dict[str, list[Template]] = {}
    faults = []
    for trap in traps:
        shared.setdefault(trap.skeleton, []).append(trap)
        if not trap.skeleton:
            faults.append(f"{trap.id} has no skeleton: name its story")
        elif fixture := named_after_fixture(trap, fixtures):
            faults.append(
                f"the skeleton {trap.skeleton} of {trap.id} begins with the fixture {fixture}: "
                "name the story's shape"
            )
        elif told and trap.skeleton not in told:
            faults.append(f"the skeleton {trap.skeleton} of {trap.id} is told nowhere: add it")
    shared.pop("", None)
    for story, mine in shared.items():
        if len(mine) > most:
            names = ", ".join(trap.id for trap in mine)
            faults.append(f"{len(mine)} traps share the skeleton {story} ({names}), {most} may")
        faults += [
            f"{other.id} unfolds otherwise than {mine[0].id}, whose skeleton {story} it shares"
            for other in mine[1:]
            if unfolds(other) != unfolds(mine[0])
        ]
    return faults


def untold(traps: Sequence[Template], told: Mapping[str, str]) -> list[str]:
    """Stories that no trap of the whole set tells any more."""
    used = {trap.skeleton for trap in traps}
    return [f"no trap has the skeleton {story}: drop it" for story in told if story not in used]
