"""A batch is kept as it stands only while nothing it reads or made has changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dreambench_lib.report import pipeline, unchanged
from dreambench_lib.report.places import output
from dreambench_lib.report.record import write_records
from dreambench_lib.report.steps import Step

Batch = Callable[..., list[bool]]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small source tree instead of the project's."""
    place = tmp_path / "tree"
    for name in ("dreambench_lib/a.py", "results/r.json", "notebooks/03-a.py", "traps/t/trap.toml"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text("1", encoding="utf-8")
    monkeypatch.setattr(unchanged, "ROOT", place)
    return place


@pytest.fixture
def batch(tree: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> Batch:
    """Runs a batch of one step; gives per step whether it was kept."""

    def run(step: Step) -> pipeline.Done:
        write_records({"n": 1}, output("paper", "records", f"{step.name}.json"), parameters={})
        page = output("paper", "rendered", f"{step.name}.html")
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text("page", encoding="utf-8")
        return pipeline.Done(step.name, "paper/rendered/03-a.html", {"n": 1})

    monkeypatch.setattr(pipeline, "steps_for", lambda source: [Step("03-a")])
    monkeypatch.setattr(pipeline, "_run", run)
    return lambda *words, **more: [one.kept for one in pipeline.reproduce(*words, **more)]


def test_a_second_batch_keeps_what_the_first_made(batch: Batch) -> None:
    assert batch() == [False]
    again = pipeline.reproduce()
    assert again == [pipeline.Done("03-a", "paper/rendered/03-a.html", {"n": 1}, kept=True)]


@pytest.mark.parametrize(
    "name", ["dreambench_lib/a.py", "results/r.json", "notebooks/03-a.py", "traps/t/trap.toml"]
)
def test_what_it_reads_has_changed(batch: Batch, tree: Path, name: str) -> None:
    batch()
    (tree / name).write_text("2", encoding="utf-8")
    assert batch() == [False]
    assert batch() == [True]


@pytest.mark.parametrize("name", ["records/03-a.json", "rendered/03-a.html", "rendered/index.html"])
def test_what_it_made_has_changed(batch: Batch, out: Path, name: str) -> None:
    batch()
    path = out / "paper" / name
    path.write_text(path.read_text(encoding="utf-8") + " ", encoding="utf-8")
    assert batch() == [False]
    path.unlink()
    assert batch() == [False]


def test_a_package_has_another_version(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    batch()
    monkeypatch.setattr("importlib.metadata.distributions", list)
    assert batch() == [False]


def test_what_is_asked_for_is_run(batch: Batch) -> None:
    batch()
    assert batch(force=True) == [False]
    assert batch(None, ["03"]) == [False]
    assert batch("published") == [False]


def test_a_batch_that_failed_leaves_no_stamp(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(step: Step) -> pipeline.Done:
        raise RuntimeError(step.name)

    with monkeypatch.context() as broken:
        broken.setattr(pipeline, "_run", fails)
        with pytest.raises(RuntimeError, match="03-a"):
            batch()
    assert batch() == [False]
