"""Notebooks are functions under test: run by papermill into a folder of the test's own."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.report import pairs
from dreambench_lib.report.parameters import refuse_unknown
from dreambench_lib.report.pipeline import run_notebook
from dreambench_lib.report.record import records

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Figures, tables and runs that a notebook makes go here."""
    monkeypatch.setenv("DREAMBENCH_OUT", str(tmp_path))
    return tmp_path


@pytest.fixture
def run(out: Path) -> Run:
    """Run a notebook with parameters; gives what it recorded."""

    def execute(name: str, **parameters: Any) -> dict[str, Any]:
        executed = out / f"{name}.ipynb"
        run_notebook(name, executed, parameters)
        return records(executed)

    return execute


@pytest.fixture
def start() -> Callable[..., None]:
    """Only the beginning of a notebook, in this process: imports, parameters, their check."""

    def execute(name: str, **parameters: Any) -> None:
        space: dict[str, Any] = {}
        for cell in pairs.source(name).cells:
            if cell.cell_type == "code":
                exec(cell.source, space)
                if "parameters" in cell.metadata.get("tags", ()):
                    refuse_unknown(parameters, space, name)
                    space.update(parameters)
                if ".validate(" in cell.source:
                    return

    return execute


def _report_tests() -> Any:
    place = Path(__file__).parents[1] / "report" / "conftest.py"
    spec = importlib.util.spec_from_file_location("report_conftest", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def run_folder(tmp_path: Path) -> Path:
    """The small run that the report's tests use."""
    folder: Path = _report_tests().make_run(tmp_path / "small")
    return folder


@pytest.fixture
def study_folder(tmp_path: Path) -> Path:
    """The small pressure study that the report's tests use."""
    folder: Path = _report_tests().make_study(tmp_path / "squeeze")
    return folder
