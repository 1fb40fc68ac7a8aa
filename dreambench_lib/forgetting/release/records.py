"""The release's records as this room holds them: a persona's questions with their criteria."""

from __future__ import annotations

from typing import NamedTuple

from dreambench_lib.forgetting.keys import CriterionKey, Kind, QuestionKey, Task
from dreambench_lib.forgetting.release.facts import Forbids, Polarity


class Criterion(NamedTuple):
    """One yes/no question about an answer; a good answer gets yes (presence), no (forgetting)."""

    id: str
    text: str
    kind: Kind
    fact: str | None
    parts: tuple[str, ...]
    polarity: Polarity
    forbids: Forbids
    quoted: bool = True

    @property
    def expected(self) -> str:
        """The judge's answer that satisfies it."""
        return "yes" if self.kind == "presence" else "no"


class Question(NamedTuple):
    """One question to the agent."""

    id: str
    task: Task
    text: str
    date: str
    criteria: tuple[Criterion, ...]
    desired: str | None = None
    """A desired response where a release has one; the official one has none."""

    def of(self, kind: Kind) -> list[Criterion]:
        """Its criteria of one kind."""
        return [criterion for criterion in self.criteria if criterion.kind == kind]


class PersonaFile(NamedTuple):
    """One question file: a persona at one duration."""

    path: str
    """Relative to the release's data folder."""
    duration: str
    persona: str
    questions: tuple[Question, ...]

    def key(self, release: str, question: str) -> QuestionKey:
        return QuestionKey(release, self.duration, self.persona, question)

    def criterion_key(self, release: str, question: str, criterion: str) -> CriterionKey:
        return CriterionKey(*self.key(release, question), criterion)
