"""The batch: what runs after what, what is refused, what a failing notebook says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput, DreamBenchError
from dreambench_lib.report import pipeline
from dreambench_lib.report.frames import load
from dreambench_lib.report.steps import Step, default_pair, on_source, steps_for


def test_paper_comes_after_everything() -> None:
    *others, paper = steps_for()
    assert paper.name == "09-paper"
    assert set(paper.after) == {step.name for step in others}
    assert len({step.name for step in others}) == len(others)


def test_a_source_gets_outcomes_and_tests() -> None:
    names = [step.name for step in steps_for("published")]
    assert names == ["03-outcomes-published", "04-tests-published"]
    with pytest.raises(BadInput, match="did you mean 'published'"):
        steps_for("publishd")


def test_a_run_is_tested_with_conditions_it_has(run_folder: Path) -> None:
    outcomes, tests = on_source(load(run_folder), str(run_folder))
    assert outcomes.parameters == {"source": str(run_folder)}
    assert tests.parameters["first"] == "DF-hybrid-rules"
    assert tests.parameters["agent"] == "reader-careful"
    assert default_pair(load("published")) == ("DF-hybrid", "B5")


def test_unknown_step_lists_the_known_ones() -> None:
    with pytest.raises(BadInput, match="unknown step '07'"):
        pipeline.reproduce("published", ["07"])


def test_steps_wait_for_those_they_need(monkeypatch: pytest.MonkeyPatch, out: Path) -> None:
    steps = [Step("09-z", after=("03-a", "04-b")), Step("03-a"), Step("04-b", after=("03-a",))]
    order: list[str] = []

    def run(step: Step) -> Any:
        order.append(step.name)
        return pipeline.Done(step.name, "", {})

    monkeypatch.setattr(pipeline, "steps_for", lambda source: steps)
    monkeypatch.setattr(pipeline, "_run", run)
    (out / "paper" / "rendered").mkdir(parents=True)
    done = pipeline.reproduce()
    assert order == ["03-a", "04-b", "09-z"]
    assert [one.step for one in done] == ["09-z", "03-a", "04-b"]


def test_faults_of_a_notebook_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import subprocess

    def finished(code: int, text: str) -> Any:
        return lambda *_, **__: subprocess.CompletedProcess([], code, "", text)

    monkeypatch.setattr(subprocess, "run", finished(2, "unknown source 'x'\n"))
    with pytest.raises(BadInput, match="03-a: unknown source 'x'"):
        pipeline.run_notebook("03-a", tmp_path / "o.ipynb", {})
    monkeypatch.setattr(subprocess, "run", finished(138, "Kernel died\n"))
    with pytest.raises(DreamBenchError, match="exit code 138"):
        pipeline.run_notebook("03-a", tmp_path / "o.ipynb", {})


@pytest.mark.parametrize(
    "words", [["--source", "publishd"], ["--source", "published", "--only", "7"]]
)
def test_the_command_refuses_in_one_sentence(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from dreambench_lib.cli import main

    monkeypatch.setattr("sys.argv", ["dreambench", "reproduce", *words])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    told = capsys.readouterr().err.strip()
    assert told.startswith("dreambench: unknown")
    assert "\n" not in told


def test_the_command_has_an_example(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from dreambench_lib.cli import main

    monkeypatch.setattr("sys.argv", ["dreambench", "reproduce", "--help"])
    main()
    assert "dreambench reproduce --source published --only 04" in capsys.readouterr().out
