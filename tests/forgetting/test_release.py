"""Facts, loader, census and linter: on a small made-up release, and on the real one."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.frozen import read_frozen
from dreambench_lib.forgetting.release import facts
from dreambench_lib.forgetting.release.census import census
from dreambench_lib.forgetting.release.layout import data_folder, question_file, release_digest
from dreambench_lib.forgetting.release.lint import RULES, counts, lint
from dreambench_lib.forgetting.release.load import Malformed, iter_release, load_file
from dreambench_lib.forgetting.release.normal import normal, occurs
from dreambench_lib.forgetting.release.sessions import iter_sessions

WORDINGS = [
    # criterion, fact, polarity, forbids, quoted
    ("Does it mention the deleted task: Call Bob?", "Call Bob", "show", "mention", True),
    ("Is 'Pay rent' listed as a remaining todo item?", "Pay rent", "show", "use", True),
    ("Is the project's goals 'Win, fast' included?", "Win, fast", "show", "unstated", True),
    ("Does it avoid recommending Rio (which the user dislikes)?", "Rio", "avoid", "use", False),
    ("Does it mention the user's preference for X's Lot?", "X's Lot", "show", "mention", False),
    ("Does it include Buy ink in the current task list?", "Buy ink", "show", "use", False),
    ("Is the sum ($6.75) compared to ($50)?", "$6.75 / $50", "show", "unstated", False),
    ("Is it OVER BUDGET (actual: $1 vs budget: $2)?", "OVER BUDGET", "show", "unstated", False),
    ("Does it mention that the 3rd month had the most?", "3rd month", "show", "mention", False),
    ("Does it include the deleted budget: 5000?", "5000", "show", "unstated", True),
    ("Does it say: avoid mentioning this?", "avoid mentioning this", "show", "unstated", True),
]


@pytest.mark.parametrize(("text", "fact", "polarity", "forbids", "quoted"), WORDINGS)
def test_wordings(text: str, fact: str, polarity: str, forbids: str, quoted: bool) -> None:
    read = facts.read(text)
    found = (read.fact, read.polarity, read.forbids, read.quoted)
    assert found == (fact, polarity, forbids, quoted)
    assert read.parts == tuple(fact.split(" / "))


def test_a_list_in_the_evidence_gives_parts() -> None:
    lists = frozenset({("a, b", "c")})
    assert facts.read("Is the agenda information 'a, b, c' included?", lists).parts == ("a, b", "c")


def test_literal_occurrence() -> None:
    plain = normal("The budget is $1,150,000.00; O'Neil said 3.5 km, Deep\nHouse.")
    assert occurs(["1150000"], plain)
    assert occurs(["3.5 km", "deep house"], plain)
    assert occurs(["O’Neil"], plain)
    assert not occurs(["150000"], plain)
    assert not occurs(["5 km"], plain)
    assert not occurs([], plain)
    assert not occurs(["?!"], plain)


FIRST = "questions.remembering[0]"
RUBRIC = f"{FIRST}.evaluation.evaluation_questions"


def first(body: Any) -> Any:
    return body["questions"]["remembering"][0]


def rubric(body: Any, place: int) -> Any:
    return first(body)["evaluation"]["evaluation_questions"][place]


BAD: list[tuple[str, Callable[[Any], Any], str]] = [
    (f"{FIRST}.question", lambda b: first(b).pop("question"), "Field required"),
    (f"{FIRST}.question", lambda b: first(b).update(question=7), "valid string"),
    ("questions.hoping.[key]", lambda b: b["questions"].update(hoping=[]), "Input should be"),
    ("persona", lambda b: b.update(persona="other"), "does not fit its folder"),
    (
        f"{FIRST}.evaluation.total_evaluation_questions",
        lambda b: first(b)["evaluation"].update(total_evaluation_questions=9),
        "says 9, and 3",
    ),
    (
        f"{RUBRIC}[2].expected_answer",
        lambda b: rubric(b, 2).update(expected_answer="yes"),
        "does not fit",
    ),
    (
        f"{RUBRIC}[1].evaluation_question_id",
        lambda b: rubric(b, 1).update(evaluation_question_id="todo_1_p0"),
        "twice",
    ),
    (
        "questions.reasoning[0].question_id",
        lambda b: b["questions"]["reasoning"][0].update(question_id="todo_1"),
        "twice",
    ),
]


@pytest.mark.parametrize(("key", "change", "fault"), BAD, ids=[one[2] for one in BAD])
def test_a_malformed_file_is_named_by_path_and_key(
    write_release: Callable[..., Path], body: dict[str, Any], key: str, change: Any, fault: str
) -> None:
    change(body)
    data = write_release(body)
    found = census(data).faults
    assert len(found) == 1
    assert found[0].path == "weekly/gardener/evaluation_questions_gardener.json"
    assert found[0].key == key
    assert fault in found[0].fault
    assert census(data).questions == 0
    with pytest.raises(Malformed, match="evaluation_questions_gardener"):
        list(iter_release(data))


@pytest.mark.parametrize("text", ["", "{", "[]", "null"])
def test_no_json_is_malformed(write_release: Callable[..., Path], text: str) -> None:
    assert len(census(write_release(text)).faults) == 1


def test_census_of_the_small_release(tiny: Path) -> None:
    found = census(tiny)
    assert (found.files, found.questions, found.presence, found.forgetting) == (1, 3, 4, 2)
    assert found.sessions == {"weekly": {"gardener": 3}}
    assert len(found.absent) == 30
    assert not found.faults


def test_folders(tiny: Path, tmp_path: Path) -> None:
    assert data_folder(tiny) == tiny
    with pytest.raises(BadInput, match="no Memora release"):
        data_folder(tmp_path / "nowhere")
    with pytest.raises(BadInput, match="known: gardener"):
        question_file(tiny, "weekly", "gardner")


def test_the_digest_follows_content_and_place(tiny: Path, tmp_path: Path) -> None:
    same = tmp_path / "copy"
    shutil.copytree(tiny, same)
    assert release_digest(same) == release_digest(tiny)
    path = question_file(same, "weekly", "gardener")
    path.write_text(path.read_text() + " ")
    assert release_digest(same) != release_digest(tiny)


def test_sessions_stream_in_order_without_the_releases_hints(tiny: Path) -> None:
    stream = iter_sessions(tiny, "weekly", "gardener")
    first = next(stream)
    assert (first.number, first.date, len(first.turns)) == (1, "2026-01-01", 2)
    assert not hasattr(first, "share_memory")
    bad = tiny / "weekly" / "gardener" / "conversations" / "session_0003.json"
    bad.write_text(json.dumps({**json.loads(bad.read_text()), "session_id": 1}))
    next(stream)
    with pytest.raises(Malformed, match=r"session_0003.json: session_id"):
        next(stream)
    with pytest.raises(BadInput, match="no conversations"):
        next(iter_sessions(tiny, "weekly", "nobody"))


def clash(body: dict[str, Any], **more: Any) -> None:
    """A film question like the paper's Appendix D.2, and a pair that cannot both hold."""
    from copy import deepcopy

    films = deepcopy(body["questions"]["recommending"][0])
    films |= {"question_id": "films", "question": "A film without James Stewart?", **more}
    texts = ["James Stewart", "James Stewart Day", "James Stewart", "James Stewart"]
    kinds = ["presence", "presence", "forgetting", "forgetting"]
    films["evaluation"] = {
        "evaluation_questions": [
            {
                "evaluation_question_id": f"films_{n}",
                "evaluation_question": f"Does it mention the user's preference for {text}?",
                "expected_answer": "yes" if kind == "presence" else "no",
                "evaluation_type": {"presence": "memory_presence"}.get(kind, "forgetting_absence"),
            }
            for n, (text, kind) in enumerate(zip(texts, kinds, strict=True))
        ]
    }
    body["questions"]["recommending"].append(films)


def test_the_linter_finds_planted_conflicts_and_only_those(
    write_release: Callable[..., Path], body: dict[str, Any]
) -> None:
    before = counts(lint(iter_release(write_release(body, "a"))))
    strict = ["cannot-both-hold", "sibling-mentions", "question-mentions", "desired-mentions",
              "duplicate", "no-fact"]  # fmt: skip
    assert all(before[rule]["criteria"] == 0 for rule in strict)
    clash(body, desired_response="You are leaning away from James Stewart: try Joan Crawford.")
    body["questions"]["reasoning"][0]["evaluation"]["evaluation_questions"][0][
        "evaluation_question"
    ] = "Is it good?"
    found = list(lint(iter_release(write_release(body, "b"))))
    after = counts(found)
    assert {rule: after[rule]["criteria"] for rule in strict} == {
        "cannot-both-hold": 2, "sibling-mentions": 2, "question-mentions": 2,
        "desired-mentions": 2, "duplicate": 1, "no-fact": 1,
    }  # fmt: skip
    pair = next(one for one in found if one.rule == "cannot-both-hold")
    assert (pair.criterion, pair.other) == ("films_2", "films_0")
    assert set(after) == set(RULES)


def test_the_real_census_is_the_published_audit(release: Path) -> None:
    found = census(release).as_dict()
    assert found["files"] == 30
    assert found["questions"] == 600
    assert found["criteria"] == 6415
    assert (found["presence"], found["forgetting"]) == (2947, 3468)
    assert found["no_forgetting"] == {"remembering": 4, "reasoning": 200, "recommending": 0}
    assert (found["colliding_question_ids"], found["colliding_criterion_ids"]) == (38, 178)
    assert found["malformed"] == found["absent"] == []
    assert found["paper"]["criteria in all"] == 7054
    assert found["paper"]["release minus paper"] == -639
    assert found == read_frozen("census")


def test_every_real_criterion_has_a_fact_and_the_frozen_findings(release: Path) -> None:
    found = counts(lint(iter_release(release)))
    assert found["no-fact"]["criteria"] == 0
    frozen = read_frozen("lint")["rules"]
    assert {name: {"meaning": RULES[name], **row} for name, row in found.items()} == frozen


def test_a_real_file_loads_alone(release: Path) -> None:
    path = question_file(release, "weekly", "software_engineer")
    assert len(load_file(path, release).questions) == 15
