"""What a release holds: counts, empty buckets, colliding ids, and what is malformed.

The official release (geniesinc/Memora at a6493188) must give the published audit's figures.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from dreambench_lib.forgetting.keys import DURATIONS, PERSONAS, TASKS
from dreambench_lib.forgetting.release.layout import question_files, release_digest
from dreambench_lib.forgetting.release.load import Malformed, load_file
from dreambench_lib.forgetting.release.records import PersonaFile
from dreambench_lib.forgetting.release.sessions import session_files

PAPER: dict[str, dict[str, float]] = {
    "questions": {"weekly": 150, "monthly": 150, "quarterly": 300},
    "criteria": {"weekly": 749, "monthly": 1421, "quarterly": 4884},
    "sessions a persona": {"weekly": 155, "monthly": 615, "quarterly": 1991},
    "operations a persona": {"weekly": 103.2, "monthly": 374.3, "quarterly": 1171.4},
}
"""Table 2 of arXiv 2604.20006: shown beside a census, never mixed with it, never corrected."""


class Bucket(NamedTuple):
    """One task at one duration."""

    task: str
    duration: str
    questions: int
    presence: int
    forgetting: int
    no_forgetting: int
    """Questions without a forgetting criterion."""
    no_presence: int


class Census(NamedTuple):
    """Counts of a release; it holds no text of it."""

    digest: str
    files: int
    questions: int
    presence: int
    forgetting: int
    buckets: tuple[Bucket, ...]
    question_collisions: int
    """Bare question ids that occur in more than one file."""
    criterion_collisions: int
    sessions: Mapping[str, Mapping[str, int]]
    """Duration -> persona -> session files, where conversations are there."""
    absent: tuple[str, ...]
    """Persona-durations of the paper without a question file."""
    faults: tuple[Malformed, ...]

    @property
    def criteria(self) -> int:
        return self.presence + self.forgetting

    def as_dict(self) -> dict[str, Any]:
        """Plain data for ``--json`` and for `results/memora/census.json`."""
        paper = sum(PAPER["criteria"].values())
        return {
            "release": self.digest,
            "files": self.files,
            "questions": self.questions,
            "criteria": self.criteria,
            "presence": self.presence,
            "forgetting": self.forgetting,
            "no_forgetting": {
                task: sum(b.no_forgetting for b in self.buckets if b.task == task) for task in TASKS
            },
            "buckets": [
                {**b._asdict(), "no_forgetting_rate": b.no_forgetting / b.questions}
                for b in self.buckets
            ],
            "colliding_question_ids": self.question_collisions,
            "colliding_criterion_ids": self.criterion_collisions,
            "sessions": {duration: dict(group) for duration, group in self.sessions.items()},
            "absent": list(self.absent),
            "malformed": [
                {"path": one.path, "key": one.key, "fault": one.fault} for one in self.faults
            ],
            "paper": {
                **PAPER,
                "criteria in all": paper,
                "release minus paper": self.criteria - paper,
                "note": "Inventory drift between the paper and this release, not a verdict on "
                "either: the paper's own question files are not published.",
            },
        }


def census(data: Path) -> Census:
    """Count a release; malformed files are listed and left out of every count."""
    good: list[PersonaFile] = []
    faults: list[Malformed] = []
    for path in question_files(data):
        try:
            good.append(load_file(path, data))
        except Malformed as fault:
            faults.append(fault)
    wanted = {(duration, persona) for duration in DURATIONS for persona in PERSONAS}
    wanted -= {(one.duration, one.persona) for one in good}
    buckets = _buckets(good)
    return Census(
        digest=release_digest(data),
        files=len(good),
        questions=sum(b.questions for b in buckets),
        presence=sum(b.presence for b in buckets),
        forgetting=sum(b.forgetting for b in buckets),
        buckets=buckets,
        question_collisions=_collisions([[q.id for q in one.questions] for one in good]),
        criterion_collisions=_collisions(
            [[c.id for q in one.questions for c in q.criteria] for one in good]
        ),
        sessions=_sessions(data),
        absent=tuple(f"{d}/{p}" for d in DURATIONS for p in PERSONAS if (d, p) in wanted),
        faults=tuple(faults),
    )


def _buckets(files: list[PersonaFile]) -> tuple[Bucket, ...]:
    sums: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0] * 5)
    for one in files:
        for question in one.questions:
            here, gone = len(question.of("presence")), len(question.of("forgetting"))
            new = [1, here, gone, not gone, not here]
            place = question.task, one.duration
            sums[place] = [old + more for old, more in zip(sums[place], new, strict=True)]
    return tuple(Bucket(t, d, *sums[t, d]) for t in TASKS for d in DURATIONS if (t, d) in sums)


def _collisions(ids_by_file: list[list[str]]) -> int:
    files = Counter(name for ids in ids_by_file for name in set(ids))
    return sum(1 for count in files.values() if count > 1)


def _sessions(data: Path) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for duration in DURATIONS:
        for folder in sorted((data / duration).glob("*/conversations")):
            count = sum(1 for _ in session_files(data, duration, folder.parent.name))
            found.setdefault(duration, {})[folder.parent.name] = count
    return found
