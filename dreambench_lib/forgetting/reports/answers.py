"""Answers to a release's questions, and the criteria to judge them by."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.judges.prompt import Item
from dreambench_lib.forgetting.release.layout import question_file
from dreambench_lib.forgetting.release.load import load_file
from dreambench_lib.forgetting.release.records import PersonaFile

Place = tuple[str, str, str]
"""(duration, persona, question id): unique within one release."""


class Answer(NamedTuple):
    """What an agent (or a memory's read) said to one question."""

    duration: str
    persona: str
    question: str
    text: str

    @property
    def place(self) -> Place:
        return self[:3]


def read_answers(path: Path) -> list[Answer]:
    """JSON lines with ``duration``, ``persona``, ``question`` (its id) and ``answer``."""
    found: dict[Place, Answer] = {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError:
        raise BadInput(f"{path} cannot be read: give answers as JSON lines") from None
    for number, line in enumerate(lines, start=1):
        try:
            raw = json.loads(line)
            values = [raw[name] for name in ("duration", "persona", "question", "answer")]
        except (ValueError, KeyError, TypeError):
            raise BadInput(
                f"{path.name}, line {number}: needs duration, persona, question and answer"
            ) from None
        if not all(isinstance(value, str) for value in values):
            raise BadInput(f"{path.name}, line {number}: all four values are texts")
        answer = Answer(*values)
        if answer.place in found:
            raise BadInput(f"{path.name}, line {number}: {'/'.join(answer.place)} is there twice")
        found[answer.place] = answer
    if not found:
        raise BadInput(f"{path.name} holds no answer")
    return list(found.values())


def write_answers(answers: Iterable[Answer], path: Path) -> None:
    """The same form; made whole or not at all."""
    draft = path.with_suffix(".part")
    with draft.open("w", encoding="utf-8") as file:
        for duration, persona, question, text in answers:
            row = {"duration": duration, "persona": persona, "question": question, "answer": text}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    draft.replace(path)


def files_of(data: Path, answers: Sequence[Answer]) -> Iterator[PersonaFile]:
    """The question files that the answers belong to, in order."""
    for duration, persona in dict.fromkeys((one.duration, one.persona) for one in answers):
        yield load_file(question_file(data, duration, persona), data)


def items_of(files: Iterable[PersonaFile], answers: Sequence[Answer], release: str) -> list[Item]:
    """Every criterion of every question of the files; each question must have its answer."""
    given = {one.place: one.text for one in answers}
    items: list[Item] = []
    lacking: list[str] = []
    for one in files:
        for question in one.questions:
            place = (one.duration, one.persona, question.id)
            if place not in given:
                lacking.append("/".join(place))
                continue
            text = given.pop(place)
            items += [
                Item(
                    key=one.criterion_key(release, question.id, criterion.id),
                    task=question.task,
                    kind=criterion.kind,
                    question=question.text,
                    criterion=criterion.text,
                    answer=text,
                    parts=criterion.parts,
                    polarity=criterion.polarity,
                )
                for criterion in question.criteria
            ]
    _complete(lacking, given)
    return items


def _complete(lacking: list[str], left: Mapping[Place, str]) -> None:
    if lacking:
        raise BadInput(
            f"there is no answer to {lacking[0]} ({len(lacking)} lack in all): give an empty "
            "text where the agent gave none"
        )
    if left:
        raise BadInput(f"the release has no question {'/'.join(next(iter(left)))}")
