"""One minted trap as a page: what is asked, what becomes known, and what of it decides."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from dreambench_lib.records import Note
from dreambench_lib.report.roles import ROLES, Role, roles
from dreambench_lib.traps.mint import Instance


@dataclass(frozen=True, eq=False)
class TrapStory:
    """Rich display of an instance. It reveals what is sealed in a run: use a demonstration key."""

    instance: Instance

    def _repr_html_(self) -> str:
        trap = self.instance.template
        parts = [f"<p>{escape(trap.why)}</p>"]
        for number, session in enumerate(trap.sessions, 1):
            last = number == len(trap.sessions)
            start = f", starts {trap.start}" if last else ""
            parts.append(f"<h4>Session {number}{start}</h4>")
            parts.append(f"<blockquote>{_as_written(session.prompt)}</blockquote>")
            if not last:
                parts.append(self._notes(number))
        return "".join(parts)

    def __repr__(self) -> str:
        trap = self.instance.template
        lines = [f"{trap.id}, seed {self.instance.seed}: {trap.why}"]
        for note in self.instance.all_notes():
            named = ", ".join(roles(self.instance, note))
            lines.append(f"after session {note.session}, {note.date}, {note.author} [{named}]")
        return "\n".join(lines)

    def _notes(self, session: int) -> str:
        """The notes that matter in full; ordinary ones folded away, as they arrive in between."""
        notes = self.instance.notes[session - 1]
        telling = [note for note in notes if roles(self.instance, note) != ["ordinary"]]
        others = [note for note in notes if note not in telling]
        rows = "".join(self._row(note) for note in telling)
        folded = "".join(self._row(note) for note in others)
        return (
            f"<p>Then {len(notes)} notes arrive. {len(telling)} of them matter here:</p>"
            f"<table><tbody>{rows}</tbody></table>"
            f"<details><summary>the other {len(others)}</summary>"
            f"<table><tbody>{folded}</tbody></table></details>"
        )

    def _row(self, note: Note) -> str:
        marks = "<br>".join(_chip(role) for role in roles(self.instance, note))
        return (
            '<tr><td style="text-align:left;vertical-align:top;white-space:nowrap">'
            f"{escape(note.date)}<br>{escape(note.author)}<br><small>about {escape(note.about)}"
            f'</small><br>{marks}</td><td style="text-align:left">{self._marked(note)}</td></tr>'
        )

    def _marked(self, note: Note) -> str:
        """The text with the minted values of its facts set off."""
        text = escape(note.text)
        for fact in self.instance.carried.get(note.id, ()):
            value = self.instance.values[fact]
            if self.instance.template.slot(fact.split(".")[0]).form:
                text = text.replace(escape(value), f"<strong>{escape(value)}</strong>")
        return text


def _chip(role: Role) -> str:
    colour, mark, meaning = ROLES[role]
    if role == "ordinary":
        return ""
    return f'<small><strong style="color:{colour}">{mark}</strong> {meaning}</small>'


def _as_written(text: str) -> str:
    """A prompt with its own line breaks and indents, in the reading font."""
    style = "white-space:pre-wrap;font:inherit;background:none"
    return f'<pre style="{style}">{escape(text.strip())}</pre>'
