"""The built site needs no network; its links and anchors hold; its numbers are those of today."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from dreambench_lib.report.surface import surfaces
from dreambench_lib.report.trap_tables import trap_set
from tests.docs.conftest import Read


def faults(pages: dict[Path, Read], site: Path) -> list[str]:
    """Links inside the site whose page or anchor is missing."""
    found = []
    for page, read in pages.items():
        for link in [*read.links, *read.fetched]:
            parts = urlsplit(link)
            if parts.scheme or not (parts.path or parts.fragment):
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if target.is_dir():
                target /= "index.html"
            told = f"{page.relative_to(site)} -> {link}"
            if not target.is_file():
                found.append(told)
            elif parts.fragment and target in pages:
                if unquote(parts.fragment) not in pages[target].anchors:
                    found.append(told)
    return found


def test_nothing_is_fetched_from_elsewhere(site: Path, pages: dict[Path, Read]) -> None:
    for page, read in pages.items():
        outside = [link for link in read.fetched if urlsplit(link).scheme not in ("", "data")]
        assert outside == [], page.name
        assert not [link for link in read.fetched if link.startswith("//")], page.name
    for sheet in [*site.rglob("*.css"), *site.rglob("*.html")]:
        text = sheet.read_text(encoding="utf-8")
        assert not re.search(r"url\(\s*['\"]?(https?:)?//|@import", text), sheet.name


def test_links_and_anchors_hold(site: Path, pages: dict[Path, Read]) -> None:
    assert sum(len(read.links) for read in pages.values()) > 300
    assert faults(pages, site) == []


@pytest.mark.parametrize("link", ["no.html", "start.html#no", "#no", "api/no.html"])
def test_a_broken_link_is_seen(site: Path, pages: dict[Path, Read], link: str) -> None:
    page = site / "faq.html"
    broken = {**pages, page: Read(f'<a href="{link}">x</a>')}
    assert faults(broken, site) == [f"faq.html -> {link}"]


def test_pages_of_a_newcomer_are_there(site: Path) -> None:
    for name in (
        "index", "start", "concepts", "trap", "memory", "agent", "results", "statistics",
        "forgetting", "security", "datasheet", "limits", "published", "faq", "platforms",
        "changelog", "contributing", "form", "notebooks", "api/index",
    ):  # fmt: skip
        assert (site / f"{name}.html").is_file(), name


def test_the_datasheet_counts_the_traps_of_today(site: Path) -> None:
    text = (site / "datasheet.html").read_text(encoding="utf-8")
    core, extended = len(trap_set("core")), len(trap_set("extended"))
    assert f"{core} core traps and {extended} further ones" in text
    for construct in {trap.construct_id for trap in trap_set("core").values()}:
        mine = [t for t in trap_set("core").values() if t.construct_id == construct]
        assert re.search(rf"<td>{construct}</td>.*?<td>{len(mine)}</td>", text, re.DOTALL)
    assert "{=" not in text


def test_every_module_has_its_place_in_the_interface(site: Path) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (site / "api").glob("*.html"))
    for one in surfaces():
        if not one.module.startswith("dreambench_lib.cli"):
            assert f">{one.module.removeprefix('dreambench_lib.')}</h2>" in text, one.module
