"""A trap told: as a story for people, and as data; and the two halves of a minted instance."""

from __future__ import annotations

from typing import Any

from .checks import Check, Run
from .mint import Instance
from .template import Template


def story(trap: Template) -> str:
    """What is asked, what becomes known when, and what is checked, in plain lines."""
    lines = [
        f"{trap.id} ({trap.construct_id}, {trap.set}) on {trap.fixture.name}",
        f"  Why replaying a note is not enough: {trap.why}",
    ]
    for number, session in enumerate(trap.sessions, start=1):
        last = number == len(trap.sessions)
        start = f", starts {trap.start}" if last else ""
        lines += ["", f"Session {number} ({session.source}{start})", f"  {_first(session.prompt)}"]
        events = sorted(
            (event for event in trap.events if event.after == number),
            key=lambda event: (event.date, event.order or 0),
        )
        for event in events:
            facts = ", ".join(f"{fact} [{trap.fact(fact).status}]" for fact in event.carries)
            about = f", about {event.where}" if event.where else ""
            lines.append(f"  {event.date} {event.by}{about}: {facts}")
            lines.append(f"      e.g. {_first(trap.texts[event.name][0])}")
        if not last:
            own = sum(max(1, len(event.each)) for event in events)
            lines.append(f"  and {max(0, trap.crowd[number - 1] - own)} ordinary notes")
        lines += [
            f"  check {check.id} [{check.kind}] {checked(check)}" for check in _of(trap, number)
        ]
    lines += ["", "Slots"]
    for slot in trap.slots:
        looks = slot.form or " or ".join(slot.ways)
        lines.append(f"  {slot.name}: {looks}; cues {', '.join(slot.cues)}; else {slot.default!r}")
    return "\n".join(lines)


def _of(trap: Template, session: int) -> list[Check]:
    return [check for check in trap.checks if check.session == session]


def _first(text: str) -> str:
    one = " ".join(text.split())
    return one if len(one) <= 160 else one[:157] + "…"


def checked(check: Check) -> str:
    """A check as one plain line."""
    probe = check.probe
    if probe.type == "call":
        asked = f"{probe.target}({', '.join(map(repr, probe.args))})"
    else:
        asked = " ".join(probe.argv) if isinstance(probe, Run) else probe.path
    demands = [
        f"is {check.equals.value!r}" if check.equals else "",
        f"has {list(check.has)}" if check.has else "",
        f"equals {check.equals_file}" if check.equals_file else "",
        f"lacks {list(check.lacks)}" if check.lacks else "",
    ]
    return f"{asked}: {'; '.join(filter(None, demands))}"


def as_data(trap: Template) -> dict[str, Any]:
    """The template as JSON data, without the fixture's files."""
    data = trap.model_dump(mode="json", exclude={"fixture"})
    return {**data, "construct": trap.construct_id, "fixture": trap.fixture.name}


def public_half(instance: Instance) -> dict[str, Any]:
    """What agents and memories may come to see of an instance (files by path)."""
    trap = instance.template
    return {
        "task": instance.token,
        "seed": instance.seed,
        "project": trap.fixture.name,
        "prompts": [session.prompt for session in trap.sessions],
        "notes": [[note.model_dump() for note in session] for session in instance.notes],
        "files": sorted(trap.fixture.files),
    }


def sealed_half(instance: Instance) -> dict[str, Any]:
    """What nobody may see before the run is sealed."""
    return {
        "trap": instance.template.id,
        "values": dict(instance.values),
        "solution": instance.solution(),
        "carried": {note: list(facts) for note, facts in instance.carried.items() if facts},
        "checks": [check.model_dump(mode="json") for check in instance.checks],
        "digest": instance.digest,
    }
