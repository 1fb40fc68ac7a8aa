"""A small sealed run, its pages, and a browser that reports what a page should not do."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dreambench_lib.report.viewer import Site, open_source, write_site
from tests.report.viewer.parts import excluded, part

CHROMIUM = "/usr/bin/chromium"


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """36 cells of the frozen run, two of them without an outcome."""
    folder = tmp_path_factory.mktemp("viewer") / "small"
    part(folder, excluded)
    return folder


@pytest.fixture(scope="session")
def site(run: Path) -> Site:
    """Its pages, with a comparison."""
    pages = run.parent / "pages"
    return write_site(open_source(run), pages, conditions=("DF-hybrid-rules", "B5"))


# No longer than its tests: others on the same worker watch for processes that were left behind.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A headless Chromium; where there is none, a reason (or, where it is required, a failure)."""
    required = bool(os.environ.get("DREAMBENCH_REQUIRE_CHROMIUM"))
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _lacking("playwright is not installed (pip install playwright)", required)
    if not Path(CHROMIUM).exists():
        _lacking(f"there is no {CHROMIUM} (apt-get install chromium)", required)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def _lacking(what: str, required: bool) -> None:
    if required:
        pytest.fail(what)
    pytest.skip(what)


class Window(NamedTuple):
    """A page, and what it said or asked for that it should not have."""

    page: Any
    faults: list[str]

    def open(self, path: Path, after: str = "") -> Any:
        """Load a page of the site and wait until it is ready."""
        self.page.goto("about:blank")
        self.page.goto(path.resolve().as_uri() + after)
        self.page.wait_for_selector("html[data-ready]")
        return self.page


@pytest.fixture
def window(chromium: Any) -> Iterator[Window]:
    yield from _window(chromium, {"width": 1280, "height": 900})


@pytest.fixture
def phone(chromium: Any) -> Iterator[Window]:
    yield from _window(chromium, {"width": 390, "height": 844})


def _window(chromium: Any, size: dict[str, int]) -> Iterator[Window]:
    context = chromium.new_context(viewport=size)
    page, faults = context.new_page(), []
    page.set_default_timeout(10_000)
    page.on("console", lambda said: faults.append(f"console: {said.text}"))
    page.on("pageerror", lambda fault: faults.append(f"error: {fault}"))
    page.on("dialog", lambda box: (faults.append(f"dialog: {box.message}"), box.dismiss()))
    page.on("request", lambda asked: faults.extend(_outside(asked.url)))
    yield Window(page, faults)
    context.close()
    assert faults == []


def _outside(url: str) -> list[str]:
    return [] if url.startswith(("file:", "data:", "about:")) else [f"request: {url[:200]}"]
