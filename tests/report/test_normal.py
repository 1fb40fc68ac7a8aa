"""What is committed does not depend on machine, time or chance."""

from __future__ import annotations

import ast
from pathlib import Path

import nbformat.v4 as v4
import pytest

from dreambench_lib.report import books, pairs
from dreambench_lib.report.normal import normalise, scrub
from dreambench_lib.report.places import ROOT


def notebook(seconds: str) -> books.NotebookNode:
    """An executed notebook as papermill leaves it, with a run's marks all over it."""
    cell = v4.new_code_cell("1 + 1", execution_count=3)
    cell.metadata = {"papermill": {"duration": seconds}, "tags": ["parameters"], "trusted": True}
    out = {"text/plain": f"<f at 0x7f{seconds}beef1> {ROOT}/x"}
    cell.outputs = [
        v4.new_output("stream", name="stdout", text="a"),
        v4.new_output("stream", name="stdout", text="b\n"),
        v4.new_output("execute_result", data=out, metadata={"image/png": {"width": 1, "alt": "A"}}),
    ]
    book = v4.new_notebook(cells=[cell, v4.new_markdown_cell("# T")])
    book.metadata = {"papermill": {"input_path": "/secret/in.ipynb"}, "kernelspec": {"name": "me"}}
    return book


def test_two_runs_are_the_same_bytes(tmp_path: Path) -> None:
    for name, seconds in (("a", "0011"), ("b", "99ff")):
        books.write(normalise(notebook(seconds)), tmp_path / name)
    text = (tmp_path / "a").read_text(encoding="utf-8")
    assert text == (tmp_path / "b").read_text(encoding="utf-8")
    for mark in ("papermill", "/secret", str(ROOT), "0x7f", "trusted", '"me"'):
        assert mark not in text


def test_what_readers_need_is_kept() -> None:
    cell = normalise(notebook("0011")).cells[0]
    assert cell.metadata == {"tags": ["parameters"]}
    assert cell.execution_count == 3
    assert cell.outputs[0].text == "ab\n"
    assert cell.outputs[1].metadata == {"image/png": {"alt": "A"}}
    assert cell.outputs[1].data["text/plain"] == "<f at 0x…> ./x"


def test_cell_ids_name_the_content() -> None:
    plain = [v4.new_code_cell("a"), v4.new_code_cell("a"), v4.new_code_cell("b")]
    ids = [cell.id for cell in normalise(v4.new_notebook(cells=plain)).cells]
    more = [v4.new_markdown_cell("new"), *plain]
    assert len(set(ids)) == 3
    assert [cell.id for cell in normalise(v4.new_notebook(cells=more)).cells][1:] == ids


def test_homes_and_environments_are_scrubbed() -> None:
    assert scrub(f"{Path.home()}/.cache/x") == "~/.cache/x"


@pytest.mark.parametrize("name", pairs.names())
def test_notebook_and_source_are_a_pair(name: str) -> None:
    assert pairs.differences(name) == []


@pytest.mark.parametrize("name", pairs.names())
def test_committed_notebook_is_normal_and_was_run_in_order(name: str) -> None:
    text = (pairs.NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8")
    book = pairs.committed(name)
    counts = [cell.execution_count for cell in book.cells if cell.cell_type == "code"]
    assert counts == list(range(1, len(counts) + 1))
    for mark in (str(ROOT), str(Path.home()) + "/", "papermill", "Traceback"):
        assert mark not in text
    outputs = [out for cell in book.cells for out in cell.get("outputs", [])]
    assert not [out for out in outputs if out.get("name") == "stderr"]
    books_again = normalise(book)
    assert [cell.id for cell in books_again.cells] == [cell.id for cell in book.cells]


@pytest.mark.parametrize("name", pairs.names())
def test_notebook_reads_well(name: str) -> None:
    """Thin cells, one parameters cell of plain literals, a title with a question."""
    cells = pairs.source(name).cells
    code = sorted(len(cell.source.splitlines()) for cell in cells if cell.cell_type == "code")
    assert code[len(code) // 2] <= 3
    assert code[-1] <= 10
    first = cells[0].source.splitlines()
    assert first[0].startswith(f"# {name.partition('-')[0]} · ")
    assert first[2].startswith("*")
    assert "?" in cells[0].source
    tagged = [cell for cell in cells if "parameters" in cell.metadata.get("tags", ())]
    assert len(tagged) == 1
    for statement in ast.parse(tagged[0].source).body:
        assert isinstance(statement, ast.Assign)
        ast.literal_eval(statement.value)
    after = cells[[cell.id for cell in cells].index(tagged[0].id) + 1]
    assert ".validate(" in after.source


def test_a_changed_source_is_found(tmp_path: Path) -> None:
    (tmp_path / "01-a.py").write_text("# %%\n1 + 1\n\n# %%\n2\n", encoding="utf-8")
    books.write(pairs.source("01-a", tmp_path), tmp_path / "01-a.ipynb")
    assert pairs.differences("01-a", tmp_path) == []
    (tmp_path / "01-a.py").write_text("# %%\n1 + 2\n", encoding="utf-8")
    assert len(pairs.differences("01-a", tmp_path)) == 2
