"""The docs site, built once as `make docs` builds it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from dreambench_lib.shipped import TREE


class Read(HTMLParser):
    """A page's anchors, links, and what a browser would fetch for it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "link" and "href" in given:
            self.fetched.append(given["href"])
        if "src" in given:
            self.fetched.append(given["src"])


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    place = tmp_path_factory.mktemp("site")
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(place)]
    done = subprocess.run(words, cwd=TREE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return place


@pytest.fixture(scope="session")
def pages(site: Path) -> dict[Path, Read]:
    found = {path: Read(path.read_text(encoding="utf-8")) for path in _pages(site)}
    assert len(found) > 30
    return found


def _pages(site: Path) -> Iterator[Path]:
    yield from (path for path in sorted(site.rglob("*.html")) if path.name != "404.html")
