"""What every notebook owes its reader: a question, a check of its parameters, limits, and pictures
with words and data behind them, on a page that fetches nothing.
"""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from nbformat import NotebookNode

from dreambench_lib.report import pairs
from dreambench_lib.report.places import ROOT
from dreambench_lib.report.render import Page, index, render

NAMES = sorted(path.stem for path in pairs.NOTEBOOKS.glob("[0-9]*.ipynb"))
LIMITS = "## What this shows, and what it does not"


@cache
def book(name: str) -> NotebookNode:
    return pairs.committed(name)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Page]]:
    """The committed notebooks as pages, and their index."""
    folder = tmp_path_factory.mktemp("pages")
    made = {
        name: render(pairs.NOTEBOOKS / f"{name}.ipynb", folder / f"{name}.html") for name in NAMES
    }
    index(list(made.values()), folder / "index.html")
    return folder, made


class Fetched(HTMLParser):
    """What a browser would fetch for a page, its links to follow, its pictures' words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.links: list[str] = []
        self.alts: list[str] = []
        self.feed(text)
        styles = re.findall(r"<style[^>]*>(.*?)</style>|style=\"([^\"]*)\"", text, re.S)
        for style in ("".join(both) for both in styles):
            self.fetched += re.findall(r"url\(\s*[\"']?([^)\"']*)|@import\s+([^;]+)", style)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a":
            self.links.append(given.get("href") or "")
        else:
            named = [given.get(name) for name in ("src", "srcset", "href", "data", "poster")]
            self.fetched += [one for one in named if one and not one.startswith("data:")]
        if tag == "img":
            self.alts.append((given.get("alt") or "").strip())


@pytest.mark.parametrize("name", NAMES)
def test_it_begins_with_a_title_and_a_question(name: str) -> None:
    first = book(name).cells[0]
    lines = [line for line in first.source.splitlines() if line.strip()]
    assert first.cell_type == "markdown"
    assert re.fullmatch(rf"# {name.partition('-')[0]} · \S.*", lines[0])
    assert re.fullmatch(r"\*[^*]+\?\*", lines[1])


@pytest.mark.parametrize("name", NAMES)
def test_its_parameters_are_checked_at_once(name: str) -> None:
    code = [cell for cell in book(name).cells if cell.cell_type == "code"]
    tagged = [at for at, c in enumerate(code) if "parameters" in c.metadata.get("tags", ())]
    assert len(tagged) == 1
    assert code[tagged[0] + 1].source.startswith("db.validate(")
    assert re.findall(r"^(\w+) = ", code[tagged[0]].source, re.M)


@pytest.mark.parametrize("name", NAMES)
def test_it_says_what_it_does_not_show_and_every_heading_has_content(name: str) -> None:
    cells = book(name).cells
    source = "\n\n".join(c.source if c.cell_type == "markdown" else "```code```" for c in cells)
    parts = re.split(r"^(#{1,3} .*)$", source, flags=re.M)
    under = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert len(under) == len(parts) // 2, "two headings with the same words"
    assert all(text.strip() for text in under.values())
    assert len(re.findall(r"^- ", under[LIMITS], re.M)) >= 2
    assert list(under)[-1] == LIMITS


@pytest.mark.parametrize("name", NAMES)
def test_every_picture_has_words_and_the_data_behind_it(name: str) -> None:
    outputs: list[Any] = [out for cell in book(name).cells for out in cell.get("outputs", ())]
    words = {path.read_text(encoding="utf-8").strip(): path for path in figures("txt")}
    for out in outputs:
        if any(kind.startswith("image/") for kind in out.get("data", {})):
            alt = out.metadata["image/png"]["alt"].strip()
            assert len(alt.split()) >= 8
            assert words[alt].with_suffix(".csv").read_text(encoding="utf-8").count("\n") > 1


def figures(kind: str) -> list[Path]:
    return sorted((ROOT / "figures").glob(f"*.{kind}"))


def test_every_figure_is_there_in_print_on_screen_as_data_and_in_words() -> None:
    kinds = {kind: {path.stem for path in figures(kind)} for kind in ("png", "pdf", "csv", "txt")}
    assert len(kinds["png"]) > 10
    assert kinds["png"] == kinds["pdf"] == kinds["csv"] == kinds["txt"]


def test_pages_fetch_nothing_and_their_pictures_speak(pages: tuple[Path, dict[str, Page]]) -> None:
    folder, _ = pages
    for path in sorted(folder.glob("*.html")):
        page = Fetched(path.read_text(encoding="utf-8"))
        assert page.fetched == [], path.name
        assert all(page.alts), path.name
        near = [link for link in page.links if not link.startswith(("https://", "#"))]
        assert [link for link in near if not (folder / link.partition("#")[0]).is_file()] == []


def test_the_index_names_what_each_page_answers(pages: tuple[Path, dict[str, Page]]) -> None:
    folder, made = pages
    text = (folder / "index.html").read_text(encoding="utf-8")
    found = Fetched(text)
    assert found.links == [f"{name}.html" for name in NAMES]
    assert len(found.alts) == sum(bool(page.picture) for page in made.values())
    assert all(page.question.endswith("?") for page in made.values())
    assert "dreambench view offline-60" in text


def test_the_start_page_tells_a_cell_without_a_kernel(pages: tuple[Path, dict[str, Page]]) -> None:
    folder, made = pages
    text = (folder / "00-start-here.html").read_text(encoding="utf-8")
    assert made["00-start-here"].label == "simulated reader"
    assert "<h4>B5/reader-careful/C3-withdrawn/1</h4>" in text
    for step in ("1 · What became known", "4 · What the agent wrote", "5 · What the checks said"):
        assert f"<strong>{step}</strong>" in text
    assert '<table class="story"><thead>' in text
    assert "widget" not in re.sub(r"<style.*?</style>", "", text, flags=re.S)
