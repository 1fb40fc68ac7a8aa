"""Executed notebooks as HTML pages that work offline: no script, no font, no style from outside."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
from nbformat import NotebookNode

from dreambench_lib.errors import BadInput
from dreambench_lib.report import books
from dreambench_lib.report.record import MIME, of_notebook

_LINK = re.compile(r'href="([\w-]+)\.ipynb"')
_SHORT = re.compile(r"<td((?: style=\"[^\"]*\")?)>(?=[^<]{0,28}</td>)")
"""Table cells that stay on one line: a number with its interval, a name with hyphens."""

PAGES = Path(__file__).parent / "pages"


class Page(NamedTuple):
    """What the index says of a rendered notebook."""

    file: str
    title: str
    question: str
    picture: str
    """The first figure as a data URL; empty if there is none."""
    alt: str
    label: str
    """Where its numbers come from, as it recorded it."""
    settings: str
    """The parameters that were given, for pages of one notebook on several sources."""


def render(executed: Path, html: Path, parameters: dict[str, Any] | None = None) -> Page:
    """Write the page of one executed notebook; returns its entry for the index."""
    notebook = books.read(executed)
    page = entry(notebook, html.name, parameters or {})
    body = _body(notebook)
    text = _template("notebook").render(page=page, body=body, style=_style())
    _no_outside(text, html.name)
    html.parent.mkdir(parents=True, exist_ok=True)
    html.write_text(text, encoding="utf-8")
    return page


def index(pages: list[Page], html: Path) -> None:
    """Write the page that leads to all the others."""
    text = _template("index").render(pages=pages, style=_style())
    _no_outside(text, html.name)
    html.write_text(text, encoding="utf-8")


def _body(notebook: NotebookNode) -> str:
    from nbconvert import HTMLExporter

    make: Any = HTMLExporter
    exporter = make(template_name="basic", exclude_anchor_links=True)
    for cell in notebook.cells:
        if "outputs" in cell:
            cell.outputs = [out for out in cell.outputs if MIME not in out.get("data", {})]
    body, _ = exporter.from_notebook_node(notebook)
    return _SHORT.sub(r'<td class="short"\1>', _LINK.sub(r'href="\1.html"', str(body)))


def entry(notebook: NotebookNode, file: str, parameters: dict[str, Any]) -> Page:
    """What the index says of an executed notebook."""
    lines = [line.strip() for line in notebook.cells[0].source.splitlines() if line.strip()]
    title = lines[0].lstrip("# ") if lines else file
    question = next((line.strip("*_ ") for line in lines[1:]), "")
    picture, alt = _first_picture(notebook)
    settings = ", ".join(f"{name} = {value}" for name, value in parameters.items())
    label = str(of_notebook(notebook).get("label", ""))
    return Page(file, title, question, picture, alt, label, settings)


def _first_picture(notebook: NotebookNode) -> tuple[str, str]:
    for cell in notebook.cells:
        for out in cell.get("outputs", ()):
            image = out.get("data", {}).get("image/png")
            if image:
                alt = out.metadata.get("image/png", {}).get("alt", "")
                return f"data:image/png;base64,{''.join(image.split())}", alt
    return "", ""


def _template(name: str) -> jinja2.Template:
    loader = jinja2.FileSystemLoader(PAGES)
    environment = jinja2.Environment(
        loader=loader, autoescape=True, trim_blocks=True, undefined=jinja2.StrictUndefined
    )
    return environment.get_template(f"{name}.html.j2")


def _style() -> str:
    return (PAGES / "style.css").read_text(encoding="utf-8")


def _no_outside(text: str, name: str) -> None:
    """Refuse a page that would fetch anything: readers may be offline, and reviewers anonymous."""
    for mark in ('src="http', "src='http", '<link rel="stylesheet"', "@import", "url(http"):
        if mark in text:
            raise BadInput(f"{name} refers to something outside ({mark}): embed it")
