"""Pages work offline, carry the words of pictures, and lead to each other."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import nbformat.v4 as v4
import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.report import books
from dreambench_lib.report.record import MIME
from dreambench_lib.report.render import index, render

PIXEL = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()


def executed(path: Path, markdown: str = "# 03 · T\n\n*Is it?*\n\n[next](04-tests.ipynb)") -> Path:
    cell = v4.new_code_cell("1 + 1", execution_count=1)
    picture = v4.new_output("display_data", {"image/png": PIXEL, "text/plain": "A picture."})
    picture.metadata = {"image/png": {"alt": "A picture."}}
    cell.outputs = [picture, v4.new_output("display_data", {MIME: {"name": "n", "value": 1}})]
    books.write(v4.new_notebook(cells=[v4.new_markdown_cell(markdown), cell]), path)
    return path


def test_page_is_self_contained(tmp_path: Path) -> None:
    page = render(executed(tmp_path / "a.ipynb"), tmp_path / "a.html", {"source": "published"})
    text = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert not re.findall(r"<(?:script|link|iframe)\b", text)
    assert not re.findall(r"(?:src|href)=\"(?!data:|index|04-tests\.html)[^\"]*\"", text)
    assert 'alt="A picture."' in text
    assert "source = published" in text
    assert (page.title, page.question) == ("03 · T", "Is it?")


def test_links_lead_to_pages(tmp_path: Path) -> None:
    render(executed(tmp_path / "a.ipynb"), tmp_path / "a.html")
    assert 'href="04-tests.html"' in (tmp_path / "a.html").read_text(encoding="utf-8")


def test_outside_references_are_refused(tmp_path: Path) -> None:
    book = executed(tmp_path / "a.ipynb", '# T\n\n<img src="https://example.org/x.png">')
    with pytest.raises(BadInput, match="refers to something outside"):
        render(book, tmp_path / "a.html")
    assert not (tmp_path / "a.html").exists()


def test_index_leads_to_every_page(tmp_path: Path) -> None:
    pages = [render(executed(tmp_path / f"{n}.ipynb"), tmp_path / f"{n}.html") for n in "ab"]
    index(pages, tmp_path / "index.html")
    text = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert 'href="a.html"' in text
    assert 'href="b.html"' in text
    assert text.count("data:image/png") == 2
    assert text.count('alt="A picture."') == 2


def test_what_is_short_stays_on_one_line(tmp_path: Path) -> None:
    path = executed(tmp_path / "a.ipynb")
    notebook = books.read(path)
    cells = f"<td>0.86 [0.78, 0.92] 213/249</td><td>{'long ' * 6}</td><td></td>"
    shown = {"text/html": f"<table><tr>{cells}</tr></table>", "text/plain": "t"}
    notebook.cells[1].outputs.append(v4.new_output("display_data", shown))
    notebook.cells[0].source += "\n\n    <td>code</td>"
    books.write(notebook, path)
    render(path, tmp_path / "a.html")
    text = (tmp_path / "a.html").read_text(encoding="utf-8")
    found = re.findall(r"<td( class=\"short\")?>([^<]*)</td>", text)
    assert [bool(mark) for mark, _ in found] == [True, False, True]
    assert "&lt;td&gt;code" in text
