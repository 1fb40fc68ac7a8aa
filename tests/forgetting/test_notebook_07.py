"""07: renders without the release, from shipped counts; the same numbers as the functions give."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.score.counts import Counts
from dreambench_lib.report import forgetting
from dreambench_lib.report.pipeline import run_notebook
from dreambench_lib.report.record import records


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("DREAMBENCH_OUT", str(tmp_path))
    monkeypatch.delenv("DREAMBENCH_SHARED", raising=False)

    def execute(**parameters: Any) -> dict[str, Any]:
        run_notebook("07-forgetting", tmp_path / "07.ipynb", parameters)
        return records(tmp_path / "07.ipynb")

    return execute


def test_defaults(run: Any, tmp_path: Path) -> None:
    found = run()
    assert (found["questions"], found["without_forgetting"], found["criteria"]) == (600, 204, 6415)
    first, second = found["examples"]
    assert first["FAMA, undefined"] == "7/12"
    assert second["FAMA, undefined"] is None
    assert second["FAMA, as-released"] == "1/2"
    assert found["unexplained"] == 2
    assert [row["printed"] for row in found["differences"]] == ["82.5", "13.92", "84.4", "90.0"]
    assert [row["printed"] for row in found["ties"]] == ["138.37", "65.60"]
    assert len(found["matrix"]) == 13 + 20 + 17
    assert {row["rule"]: row["criteria"] for row in found["lint"]}["cannot-both-hold"] == 1
    assert {row["block"] for row in found["traps"]} == {"needs", "hurts"}
    assert (tmp_path / "figures" / "judge-matrix.csv").is_file()


def test_policy_and_grain(run: Any) -> None:
    found = run(policy="as-released", grain="turn")
    assert found["policy"] == "as-released"
    scores = {(row["condition"], row["layer"]): row for row in found["layer_scores"]}
    assert scores["B5", "recalled"]["scored"] == scores["B5", "recalled"]["of"] == 45


@pytest.mark.parametrize(
    ("parameter", "sentence"),
    [
        ({"policy": "zero"}, "unknown empty-bucket policy"),
        ({"polcy": "x"}, "did you mean 'policy'"),
    ],
)
def test_a_wrong_parameter_is_one_sentence(run: Any, parameter: Any, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        run(**parameter)


def test_silence_is_shown_for_what_it_is() -> None:
    rows = forgetting.layer_counts("session").set_index(["condition", "layer"])
    assert rows.loc[("B0", "recalled"), "FAA"] == 1
    assert rows.loc[("B5", "stored"), "FAA"] < 0.2
    with pytest.raises(BadInput, match="unknown grain"):
        forgetting.layer_counts("word")


def test_the_picture_says_itself_in_words() -> None:
    drawn = forgetting.judge_matrix()
    assert "strict: 13 cases that can occur, 3 yes, 3 no, 7 undecided, 0 incorrect" in drawn.alt
    assert drawn.image("png") == forgetting.judge_matrix().image("png")
    assert len(forgetting.example_table({"x": Counts(1, 1, 1, 1)})) == 1
