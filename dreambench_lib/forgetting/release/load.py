"""Question files, one at a time; a malformed one is named by its path and the key at fault."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.keys import Kind, Task
from dreambench_lib.forgetting.release import facts
from dreambench_lib.forgetting.release.layout import PREFIX, question_files
from dreambench_lib.forgetting.release.records import Criterion, PersonaFile, Question


class Malformed(BadInput):
    """A file of a release that is not what the format says."""

    def __init__(self, path: str, key: str, fault: str) -> None:
        super().__init__(f"{path}: {key or 'the file'}: {fault}")
        self.path, self.key, self.fault = path, key, fault


class _Raw(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)


class _Criterion(_Raw):
    evaluation_question_id: str = Field(min_length=1)
    evaluation_question: str = Field(min_length=1)
    expected_answer: Literal["yes", "no"]
    evaluation_type: Literal["memory_presence", "forgetting_absence"]


class _Evaluation(_Raw):
    evaluation_questions: list[_Criterion]
    total_evaluation_questions: int | None = None
    memory_presence_questions: int | None = None
    forgetting_absence_questions: int | None = None


class _Question(_Raw):
    question_id: str = Field(min_length=1)
    question: str = Field(min_length=1)
    question_date: str
    memory_evidence: dict[str, Any] = {}
    evaluation: _Evaluation
    desired_response: str | None = None


class _File(_Raw):
    persona: str
    questions: dict[Task, list[_Question]]


def load_file(path: Path, data: Path) -> PersonaFile:
    """One question file, checked: shape, answers that fit their type, stated counts, unique ids."""
    shown = path.relative_to(data).as_posix()
    try:
        raw = _File.model_validate_json(path.read_bytes())
    except OSError:
        raise Malformed(shown, "", "cannot be read") from None
    except ValidationError as fault:
        first = fault.errors(include_url=False)[0]
        raise Malformed(shown, key_of(first["loc"]), first["msg"]) from None
    persona, duration = path.parent.name, path.parent.parent.name
    if raw.persona != persona or path.name != f"{PREFIX}{persona}.json":
        raise Malformed(shown, "persona", f"{raw.persona!r} does not fit its folder")
    questions = []
    ids: set[str] = set()
    for task, group in raw.questions.items():
        for place, one in enumerate(group):
            where = f"questions.{task}[{place}]"
            if one.question_id in ids:
                raise Malformed(
                    shown, f"{where}.question_id", f"{one.question_id!r} is there twice"
                )
            ids.add(one.question_id)
            questions.append(_question(one, task, shown, where))
    return PersonaFile(shown, duration, persona, tuple(questions))


def iter_release(data: Path) -> Iterator[PersonaFile]:
    """Every question file, in order of duration and persona; one in memory at a time."""
    for path in question_files(data):
        yield load_file(path, data)


def _question(raw: _Question, task: Task, shown: str, where: str) -> Question:
    lists = frozenset(_lists(raw.memory_evidence))
    criteria = []
    ids: set[str] = set()
    for place, one in enumerate(raw.evaluation.evaluation_questions):
        at = f"{where}.evaluation.evaluation_questions[{place}]"
        kind: Kind = "presence" if one.evaluation_type == "memory_presence" else "forgetting"
        if one.expected_answer != ("yes" if kind == "presence" else "no"):
            fault = f"{one.expected_answer!r} does not fit {one.evaluation_type}"
            raise Malformed(shown, f"{at}.expected_answer", fault)
        if one.evaluation_question_id in ids:
            fault = f"{one.evaluation_question_id!r} is there twice"
            raise Malformed(shown, f"{at}.evaluation_question_id", fault)
        ids.add(one.evaluation_question_id)
        text = one.evaluation_question
        read = facts.read(text, lists)
        criteria.append(Criterion(one.evaluation_question_id, text, kind, *read))
    made = Question(
        raw.question_id, task, raw.question, raw.question_date, tuple(criteria),
        raw.desired_response,
    )  # fmt: skip
    _stated(raw.evaluation, made, shown, where)
    return made


def _stated(raw: _Evaluation, question: Question, shown: str, where: str) -> None:
    """The file's own totals must be what it holds."""
    counted = {
        "total_evaluation_questions": len(question.criteria),
        "memory_presence_questions": len(question.of("presence")),
        "forgetting_absence_questions": len(question.of("forgetting")),
    }
    for name, real in counted.items():
        stated = getattr(raw, name)
        if stated is not None and stated != real:
            raise Malformed(
                shown, f"{where}.evaluation.{name}", f"says {stated}, and {real} stand there"
            )


def _lists(value: Any) -> Iterator[tuple[str, ...]]:
    """Every list of texts inside a piece of evidence, longer than one."""
    if isinstance(value, dict):
        for part in value.values():
            yield from _lists(part)
    elif isinstance(value, list):
        if len(value) > 1 and all(isinstance(part, str) for part in value):
            yield tuple(value)
        else:
            for part in value:
                yield from _lists(part)


def key_of(loc: tuple[int | str, ...]) -> str:
    """``questions.reasoning[3].question``."""
    out = ""
    for part in loc:
        out += f"[{part}]" if isinstance(part, int) else f".{part}" if out else str(part)
    return out
