"""Identity. Bare ids collide in the release, so nothing is ever looked up by one.

38 question ids and 178 criterion ids of the official release occur in more than one file.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

Task = Literal["remembering", "reasoning", "recommending"]
Duration = Literal["weekly", "monthly", "quarterly"]
Kind = Literal["presence", "forgetting"]

TASKS: tuple[Task, ...] = get_args(Task)
DURATIONS: tuple[Duration, ...] = get_args(Duration)
PERSONAS = (
    "academic_researcher",
    "business_executive",
    "content_writer",
    "creative_designer",
    "financial_analyst",
    "management_consultant",
    "marketing_manager",
    "sales_manager",
    "software_engineer",
    "startup_founder",
)
"""The ten of the paper and of the release."""


class QuestionKey(NamedTuple):
    """One question of one release."""

    release: str
    """Digest of the release's question files."""
    duration: str
    persona: str
    question: str

    def __str__(self) -> str:
        return f"{self.duration}/{self.persona}/{self.question}"


class CriterionKey(NamedTuple):
    """One criterion of one release."""

    release: str
    duration: str
    persona: str
    question: str
    criterion: str

    @property
    def of(self) -> QuestionKey:
        """The question that it belongs to."""
        return QuestionKey(*self[:4])

    def __str__(self) -> str:
        return f"{self.of}/{self.criterion}"
