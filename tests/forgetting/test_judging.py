"""Judges against a local server that fails in every way: right counts, no silent downgrade."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.judges.cassette import Cassette
from dreambench_lib.forgetting.judges.judge import PATIENCE, Judge
from dreambench_lib.forgetting.judges.protocols import STRICT, TRACK1, TRACK2, Protocol
from dreambench_lib.forgetting.judges.spec import JudgesSpec, make_judges, read_spec
from dreambench_lib.forgetting.reports.answers import read_answers
from dreambench_lib.forgetting.reports.folder import RECEIPTS, read_receipts
from dreambench_lib.forgetting.reports.make import judge_answers, literal_report
from dreambench_lib.forgetting.reports.verify import all_passed, verify
from dreambench_lib.models import Ledger

NAMES = ("one", "two", "three")
Run = Callable[..., dict[str, Any]]


def truth(model: str, prompt: str, number: int) -> str:
    """A judge that reads: says yes where the last word of the check stands in the response."""
    response = prompt.split("Response:\n")[1].split("\n\nCheck:")[0].lower()
    check = prompt.split("Check:\n")[1]
    word = check.split("?")[0].rstrip("').").split()[-1].lower()
    return "yes" if word.strip("'") in response else "no"


@pytest.fixture
def run(server: Any, tiny: Path, answers: Path, tmp_path: Path) -> Run:
    """Judge the made-up release's answers by three models of the local server."""
    server.script = truth

    def judge(
        rule: Protocol = STRICT,
        ledger: Ledger | None = None,
        replay: bool = False,
        workers: int = 3,
        **change: Any,
    ) -> dict[str, Any]:
        ends = [
            {"name": name, "model": name, "base_url": server.url, "key_env": "", "timeout": 5.0,
             "retries": 2, **change}
            for name in NAMES
        ]  # fmt: skip
        spec = JudgesSpec.model_validate({"judge": ends})
        tape = Cassette(tmp_path / "out" / "cassette.jsonl", replay)
        ledger = ledger or Ledger()
        judges: list[Judge] = make_judges(spec, tape, ledger, wait=lambda seconds: None)
        return judge_answers(
            tiny, read_answers(answers), judges, rule, tmp_path / "out", subject="t",
            workers=workers, ledger=ledger,
        )  # fmt: skip

    return judge


def receipts(tmp_path: Path) -> list[Any]:
    return list(read_receipts(tmp_path / "out" / RECEIPTS))


def counts(manifest: dict[str, Any]) -> tuple[int, int, int]:
    """Criteria undecided, questions unscored, judges initialised."""
    head = manifest["headline"]
    return (
        head["criteria"]["undecided"], head["questions"]["unscored"], manifest["initialised"],
    )  # fmt: skip


def test_three_good_judges(run: Run, server: Any, tmp_path: Path) -> None:
    manifest = run()
    assert counts(manifest) == (0, 0, 3)
    found = receipts(tmp_path)
    assert len(found) == 6
    assert {one.verdict for one in found} == {"yes", "no"}
    for one in found:
        assert [vote.judge for vote in one.votes] == list(NAMES)
        assert [vote.model for vote in one.votes] == [f"{name}-v1" for name in NAMES]
        assert all(vote.attempts == 1 and len(vote.prompt) == 64 for vote in one.votes)
        assert (one.configured, one.initialised, one.valid, one.protocol) == (3, 3, 3, "strict")
    assert len(server.asked) == 3 * (1 + 6 + 24)
    assert all_passed(verify(tmp_path / "out"))
    assert manifest["label"] == "judged under strict by one, two, three"
    assert manifest["used"]["calls"] == len(server.asked)
    assert manifest["used"]["tokens"] == 11 * len(server.asked)


@pytest.mark.parametrize("fault", [429, 500, 503, "<cut>", "<garbage>"])
def test_a_fault_that_passes_is_tried_again(
    run: Run, server: Any, tmp_path: Path, fault: Any
) -> None:
    server.script = lambda model, prompt, n: fault if n % 3 == 1 else truth(model, prompt, n)
    assert counts(run(workers=1)) == (0, 0, 3)
    assert max(vote.attempts for one in receipts(tmp_path) for vote in one.votes) == 2


def test_a_timeout_is_tried_again(run: Run, server: Any, tmp_path: Path) -> None:
    slow = {"two": {2, 5}}
    server.script = lambda model, prompt, n: (
        "<hang>" if n in slow.get(model, ()) else truth(model, prompt, n)
    )
    assert counts(run(timeout=1.0)) == (0, 0, 3)
    assert server.count("two") >= 1 + 6 + 24 + 2


@pytest.mark.parametrize("words", ["", "  ", "maybe", "yes and no", "Yes. No.", "I cannot tell"])
def test_no_valid_answer_from_one_judge(run: Run, server: Any, tmp_path: Path, words: str) -> None:
    server.script = lambda model, prompt, n: (
        words if model == "two" and n > 1 else truth(model, prompt, n)
    )
    assert counts(run()) == (0, 0, 3)
    for one in receipts(tmp_path):
        assert (one.valid, one.reason) == (2, "2 of 3")
        bad = one.votes[1]
        assert (bad.vote, bad.raw, bad.attempts) == (None, words, 2)
        assert bad.error == ("malformed answer" if words.strip() else "empty answer")


def test_a_bad_answer_and_a_split_are_undecided(run: Run, server: Any, tmp_path: Path) -> None:
    said = {"one": "yes", "two": "no", "three": "hm"}
    server.script = lambda model, prompt, n: truth(model, prompt, n) if n == 1 else said[model]
    assert counts(run()) == (6, 3, 3)
    assert {one.reason for one in receipts(tmp_path)} == {"1-1 is no majority"}


def test_one_judge_down_from_the_start_is_no_quorum(run: Run, server: Any, tmp_path: Path) -> None:
    server.script = lambda model, prompt, n: 500 if model == "two" else truth(model, prompt, n)
    manifest = run()
    assert counts(manifest) == (6, 3, 2)
    assert manifest["absent"] == ["two: HTTP 500 after 3 attempts"]
    assert server.count("one") == server.count("three") == 1  # the warm-up, and not a call more
    assert {one.reason for one in receipts(tmp_path)} == {"quorum: 2 of 3 judges initialised"}
    assert all(cell["fama"] is None for cell in manifest["headline"]["cells"])
    assert all_passed(verify(tmp_path / "out"))
    server.script = truth
    assert counts(run()) == (0, 0, 3)


def test_the_released_protocols_go_on_and_say_so(run: Run, server: Any, tmp_path: Path) -> None:
    server.script = lambda model, prompt, n: 500 if model == "one" else truth(model, prompt, n)
    manifest = run(TRACK1)
    assert counts(manifest) == (0, 0, 2)
    assert "released-track1" in manifest["label"]
    assert {len(one.votes) for one in receipts(tmp_path)} == {2}
    manifest = run(TRACK2)
    assert {len(one.votes) for one in receipts(tmp_path)} == {1}
    assert {one.protocol for one in receipts(tmp_path)} == {"released-track2"}
    assert (manifest["configured"], manifest["initialised"]) == (3, 2)


def test_a_judge_that_dies_midway(run: Run, server: Any, tmp_path: Path) -> None:
    server.script = lambda model, prompt, n: (
        500 if model == "three" and n > 4 else truth(model, prompt, n)
    )
    assert counts(run(retries=0)) == (0, 0, 3)  # the two others agree
    dead = [one for one in receipts(tmp_path) if one.valid == 2]
    assert dead
    # It is left alone after a few faults in a row (calls under way may add to them).
    assert server.count("three") <= 4 + PATIENCE + 2
    before = {name: server.count(name) for name in NAMES}
    server.script = truth
    assert counts(run()) == (0, 0, 3)
    assert all(one.valid == 3 for one in receipts(tmp_path))
    assert server.count("one") == before["one"]
    assert server.count("two") == before["two"]
    assert server.count("three") == before["three"] + (1 + 6 + 24) - 4


def test_all_down(run: Run, server: Any, tmp_path: Path) -> None:
    server.script = lambda model, prompt, n: 503
    assert counts(run()) == (6, 3, 0)
    assert counts(run(TRACK1)) == (6, 3, 0)
    server.script = truth
    assert counts(run()) == (0, 0, 3)


def test_a_refusal_is_not_tried_again(run: Run, server: Any) -> None:
    server.script = lambda model, prompt, n: 401
    assert run()["absent"][0] == "one: HTTP 401 after 1 attempt"
    assert len(server.asked) == 3


def test_a_missing_key_is_not_initialised(run: Run, server: Any) -> None:
    manifest = run(key_env="DREAMBENCH_NO_SUCH_KEY")
    assert counts(manifest) == (6, 3, 0)
    assert "DREAMBENCH_NO_SUCH_KEY" in manifest["absent"][0]
    assert server.asked == []


@pytest.mark.parametrize("cap", [{"calls": 20}, {"tokens": 300}, {"money": 0.0006}])
def test_a_budget_stops_the_asking_and_is_kept(
    run: Run, server: Any, tmp_path: Path, cap: dict[str, Any]
) -> None:
    prices = {"input_price": 1.0, "output_price": 10.0, "max_tokens": 16}
    ledger = Ledger(**cap)
    manifest = run(ledger=ledger, **prices)
    name, value = next(iter(cap.items()))
    assert ledger.used[name] <= value
    assert manifest["headline"]["criteria"]["undecided"] > 0
    first = len(server.asked)
    assert counts(run(**prices)) == (0, 0, 3)
    assert len(server.asked) == 3 * (1 + 6 + 24)
    assert first < len(server.asked)


def test_replay_asks_nobody_and_gives_the_same_receipts(
    run: Run, server: Any, tmp_path: Path
) -> None:
    run()
    made = (tmp_path / "out" / RECEIPTS).read_bytes()
    asked = len(server.asked)
    run(replay=True)
    assert (tmp_path / "out" / RECEIPTS).read_bytes() == made
    assert len(server.asked) == asked


def test_a_replay_without_an_exchange_is_undecided(run: Run, server: Any, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no cassette"):
        run(replay=True)
    run()
    tape = tmp_path / "out" / "cassette.jsonl"
    lines = tape.read_text().splitlines(keepends=True)
    tape.write_text("".join(lines[:12]))
    assert run(replay=True)["headline"]["criteria"]["undecided"] > 0


def test_a_torn_line_is_mended_and_a_foreign_one_refused(
    run: Run, server: Any, tmp_path: Path
) -> None:
    run()
    tape = tmp_path / "out" / "cassette.jsonl"
    whole = tape.read_bytes()
    tape.write_bytes(whole[:-20])
    before = len(server.asked)
    assert counts(run()) == (0, 0, 3)
    assert len(server.asked) == before + 1
    tape.write_bytes(b"{}\n" + whole)
    with pytest.raises(BadInput, match="line 1 is no exchange"):
        run()


def test_literal_needs_no_server(tiny: Path, answers: Path, tmp_path: Path) -> None:
    manifest = literal_report(tiny, read_answers(answers), tmp_path / "out", subject="t")
    assert manifest["label"] == "literal judge: exact words only, no model"
    found = {one.key.criterion: one.verdict for one in receipts(tmp_path)}
    assert found == {
        "todo_1_p0": "yes", "todo_1_p1": "yes", "todo_1_f0": "no", "sum_1_p0": "yes",
        "pref_1_p0": "yes", "pref_1_f0": "yes",
    }  # fmt: skip


def test_answers_must_be_complete(tiny: Path, answers: Path, tmp_path: Path) -> None:
    lines = answers.read_text().splitlines(keepends=True)
    answers.write_text("".join(lines[1:]))
    with pytest.raises(BadInput, match=r"no answer to weekly/gardener/todo_1 \(1 lack"):
        literal_report(tiny, read_answers(answers), tmp_path / "out", subject="t")
    answers.write_text("".join([*lines, lines[0].replace("todo_1", "todo_9")]))
    with pytest.raises(BadInput, match="no question weekly/gardener/todo_9"):
        literal_report(tiny, read_answers(answers), tmp_path / "out", subject="t")
    answers.write_text(lines[0] + lines[0])
    with pytest.raises(BadInput, match="twice"):
        read_answers(answers)
    answers.write_text('{"duration": 1}\n')
    with pytest.raises(BadInput, match="line 1: needs"):
        read_answers(answers)


def test_the_judges_file(tmp_path: Path) -> None:
    path = tmp_path / "judges.toml"
    with pytest.raises(BadInput, match="cannot be read"):
        read_spec(path)
    path.write_text("[[judge]]\nname = 'a'\n")
    with pytest.raises(BadInput, match=r"judge\.0\.model"):
        read_spec(path)
    path.write_text("[[judge]]\nname = 'a'\nmodel = 'm'\nmodle = 'x'\n")
    with pytest.raises(BadInput, match="modle"):
        read_spec(path)
    path.write_text("= 1")
    with pytest.raises(BadInput, match="no TOML"):
        read_spec(path)


def test_two_judges_of_one_name_and_wrong_numbers(run: Run, tiny: Path, answers: Path) -> None:
    from dreambench_lib.forgetting.judges.literal import LiteralJudge
    from dreambench_lib.forgetting.judges.panel import open_bench

    with pytest.raises(BadInput, match="name them apart"):
        open_bench([LiteralJudge()] * 3, STRICT)
    with pytest.raises(BadInput, match="protocol strict takes 3"):
        open_bench([LiteralJudge()], STRICT)


def test_scores_file_has_quality_patterns_and_pairs(run: Run, tiny: Path, tmp_path: Path) -> None:
    run()
    assert all_passed(verify(tmp_path / "out", tiny))
    made = json.loads((tmp_path / "out" / "scores.json").read_text())
    assert [one["judge"] for one in made["judges"]] == ["panel", *NAMES]
    assert made["patterns"]["unanimous yes"] + made["patterns"]["unanimous no"] == 6
    assert [pair["equal"] for pair in made["pairs"]] == [6, 6, 6]
    assert made["policy"] == "undefined"
    # The word-by-word judge beside the panel, on the same answers.
    assert made["literal judge beside the panel"] == {"both": 6, "equal": 4, "kappa": "1/3"}
