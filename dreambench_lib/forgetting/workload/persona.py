"""One persona through one memory: sessions in order, each question asked at its date."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from dreambench_lib.canonical import sha256
from dreambench_lib.forgetting.release.layout import question_file
from dreambench_lib.forgetting.release.load import load_file
from dreambench_lib.forgetting.release.records import PersonaFile, Question
from dreambench_lib.forgetting.release.sessions import iter_sessions, session_files
from dreambench_lib.forgetting.reports.answers import Answer
from dreambench_lib.forgetting.workload.feed import Grain, episode, give
from dreambench_lib.forgetting.workload.layers import context, recalled, shown_text, stored
from dreambench_lib.memory.conditions import Condition, build
from dreambench_lib.memory.protocol import Memory, Space
from dreambench_lib.records import Budget, Note, Query

Answerer = Callable[[str, str], str]
"""(question, context) -> answer of a model."""
Progress = Callable[[int, int], None]


class Layers(NamedTuple):
    """One persona's answers per layer; a layer that cannot be seen or was not run is None."""

    stored: list[Answer] | None
    recalled: list[Answer]
    answered: list[Answer] | None
    sessions: int
    notes: int


class _Walk:
    def __init__(
        self, file: PersonaFile, memory: Memory, budget: Budget, answerer: Answerer | None
    ) -> None:
        self.file, self.memory, self.budget, self.answerer = file, memory, budget, answerer
        self.notes: dict[str, Note] = {}
        self.stored: list[Answer] = []
        self.recalled: list[Answer] = []
        self.answered: list[Answer] = []
        self.hidden = False

    def ask(self, question: Question, session: int) -> None:
        """Read for one question and keep what each layer shows."""
        query = Query(
            project=self.file.persona, session=session, prompt=question.text,
            items=self.budget.items, words=self.budget.words,
        )  # fmt: skip
        items = recalled(self.memory, query, self.budget)
        held = stored(self.memory)
        place = (self.file.duration, self.file.persona, question.id)
        self.hidden = self.hidden or held is None
        self.stored.append(Answer(*place, held or ""))
        self.recalled.append(Answer(*place, shown_text(items)))
        if self.answerer:
            told = self.answerer(question.text, context(items, self.notes))
            self.answered.append(Answer(*place, told))


def run_persona(
    data: Path,
    duration: str,
    persona: str,
    condition: Condition,
    *,
    grain: Grain = "session",
    budget: Budget | None = None,
    answerer: Answerer | None = None,
    progress: Progress | None = None,
) -> Layers:
    """Feed all sessions of one persona, and ask each question once its date has passed."""
    file = load_file(question_file(data, duration, persona), data)
    total = len(session_files(data, duration, persona))
    waiting = sorted(file.questions, key=lambda one: (one.date, one.id))
    with tempfile.TemporaryDirectory(prefix="m-") as folder:
        name = "m" + sha256([condition.id, duration, persona])[:20]
        memory = build(condition, Space(Path(folder), name, None))
        walk = _Walk(file, memory, budget or Budget(), answerer)
        number = done = 0
        for session in iter_sessions(data, duration, persona):
            while waiting and waiting[0].date < session.date:
                walk.ask(waiting.pop(0), number + 1)
            one = episode(session, grain)
            walk.notes |= {note.id: note for note in one.notes}
            give(memory, one)
            number, done = session.number, done + 1
            if progress:
                progress(done, total)
        for question in waiting:
            walk.ask(question, number + 1)
    return Layers(
        stored=None if walk.hidden else walk.stored,
        recalled=walk.recalled,
        answered=walk.answered if answerer else None,
        sessions=done,
        notes=len(walk.notes),
    )
