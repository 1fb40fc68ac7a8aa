"""Filler sessions and notes: made by template from the fixture, drawn from the trap's stream."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from ...errors import BadInput
from ...records import Note
from ..checks import Check, Look
from ..keys import Stream
from ..mint import Instance
from ..template import SessionSource
from . import words
from .dials import FILLER
from .surface import modules

_HOLE = re.compile(r"\{(\w+)\}")
TRIES = 100


class Fillers:
    """Draws fillers for one instance; the order of calls decides what comes out."""

    def __init__(self, instance: Instance, stream: Stream) -> None:
        self.template, self.stream = instance.template, stream
        self.modules = modules(self.template.fixture)

    def session(self, number: int, week: int) -> tuple[SessionSource, Check]:
        """Filler session `number` of the trap: a page that lists a module's functions."""
        module = self.stream.choice(self.modules)
        stem = PurePosixPath(module.path).stem.strip("_")
        page = f"docs/week-{week:02}/{number:03}-{stem}.md"
        names = "".join(f"- `{name}`\n" for name in module.functions)
        prompt = self._fill(
            self.stream.choice(words.PROMPTS),
            {"path": module.path, "page": page, "title": stem, "week": str(week)},
        )
        source = SessionSource(
            source=f"{FILLER}{number}", prompt=prompt + "\n", right={page: f"# {stem}\n\n{names}"}
        )
        check = Check(
            id=f"f{number}-1",
            kind="presence",
            session=number,
            probe=Look(path=page),
            has=(f"# {stem}", *(f"- `{name}`" for name in module.functions)),
        )
        return source, check

    def note(self, session: int, date: str, week: int, about_a_cue: bool = False) -> Note:
        """A note that offers no value to any slot of the trap."""
        cues = [cue for slot in self.template.slots for cue in slot.cues]
        for _ in range(TRIES):
            module = self.stream.choice(self.modules)
            draw = self.stream.choice
            cue = self._fill(draw(words.ABOUT_A_CUE), {"cue": draw(cues)}) if about_a_cue else ""
            parts = [draw(words.OPENERS), cue, draw(words.BODIES), draw(words.ASIDES)]
            if not about_a_cue:
                parts.insert(3, draw(words.BODIES))
            parts.append(draw(words.CLOSERS))
            more = {
                "module": module.path, "function": draw(module.functions), "week": str(week)
            }  # fmt: skip
            text = self._fill(" ".join(filter(None, dict.fromkeys(parts))), more)
            if not any(slot.cued(text) and slot.candidates(text) for slot in self.template.slots):
                return Note(
                    id="n" + self.stream.hex(10),
                    text=text,
                    session=session,
                    date=date,
                    author=draw(words.ROLES),
                    about=self.template.fixture.name,
                )
        raise BadInput(
            f"{self.template.id}: every filler note offers a value, because a cue or a wording is "
            "too common: use other words in [slot] or [ways]"
        )

    def _fill(self, text: str, values: dict[str, str]) -> str:
        """`text` with its holes filled; a name, number or ticket is drawn for each hole."""

        def hole(match: re.Match[str]) -> str:
            name = match[1]
            if name in values:
                return values[name]
            if name == "person":
                return self.stream.choice(self.template.fixture.people)
            drawn = str(self.stream.below(9000) + 1000)
            if name == "number":
                return drawn
            return f"T-{drawn}" if name == "ticket" else match[0]

        return _HOLE.sub(hole, text)
