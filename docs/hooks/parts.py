"""Pieces that stand elsewhere: parts of the README, whole files, figures, executed notebooks."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from dreambench_lib.errors import BadInput
from dreambench_lib.report import pairs
from dreambench_lib.report.places import ROOT
from dreambench_lib.report.render import entry, index, render

WHOLE = {
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "form.md": "traps/FORM.md",
}
"""Page to the file that it shows."""
_LINK = re.compile(r"(\]\()(?!https?:|#|mailto:)([^)\s]+)(\))")
_HERE = {
    **{source: page for page, source in WHOLE.items()},
    "FORM.md": "form.md",
    "notebooks/": "notebooks.md",
    "CITATION.cff": "index.md#licence-and-citation",
}


def readme(title: str) -> str:
    """The README's section of that title, or what stands above its first one."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    sections = re.split(r"^## ", text, flags=re.MULTILINE)
    if title == "top":
        return relinked(sections[0].partition("\n")[2].strip())
    for section in sections[1:]:
        head, _, body = section.partition("\n")
        if head.strip() == title:
            return relinked(body.strip())
    raise BadInput(f"README.md has no section {title!r}: see its headings")


def included() -> dict[str, str]:
    """Files that are pages of their own, links turned to this site."""
    return {
        page: relinked((ROOT / source).read_text(encoding="utf-8"))
        for page, source in WHOLE.items()
    }


def relinked(text: str) -> str:
    """Links into the tree as links into the site."""

    def turn(match: re.Match[str]) -> str:
        target, _, anchor = match[2].partition("#")
        new = _HERE.get(target, target.removeprefix("docs/"))
        if target.startswith("notebooks/") and target.endswith(".ipynb"):
            new = target.removesuffix(".ipynb") + ".html"
        return f"{match[1]}{new}{'#' + anchor if anchor else ''}{match[3]}"

    return _LINK.sub(turn, text)


def pictures() -> dict[str, bytes]:
    """The figures that the README and pages show."""
    texts = [(ROOT / "README.md").read_text(encoding="utf-8")]
    texts += [page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md")]
    names = {name for text in texts for name in re.findall(r"\]\((figures/[\w.-]+\.png)\)", text)}
    return {name: (ROOT / name).read_bytes() for name in sorted(names)}


def executed() -> list[str]:
    """The notebooks that have been run: a source alone has nothing to show."""
    return [name for name in pairs.names() if (pairs.NOTEBOOKS / f"{name}.ipynb").is_file()]


def notebooks() -> dict[str, str]:
    """Every committed notebook as its page, and the page with their pictures that leads to them."""
    names = executed()
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        entries = [
            render(pairs.NOTEBOOKS / f"{name}.ipynb", place / f"{name}.html") for name in names
        ]
        index(entries, place / "index.html")
        return {path.stem: path.read_text(encoding="utf-8") for path in place.glob("*.html")}


def notebook_list() -> str:
    """The notebooks by title and question."""
    lines = []
    for name in executed():
        page = entry(pairs.committed(name), f"{name}.html", {})
        lines.append(f"- [{page.title}](notebooks/{name}.html): {page.question}")
    return "\n".join(lines)


PARTS: dict[str, Callable[..., str]] = {"readme": readme, "notebooks": notebook_list}
