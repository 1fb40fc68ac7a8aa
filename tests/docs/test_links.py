"""Links in README, notebooks and pages: targets exist; links to elsewhere have the form of one."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from dreambench_lib.shipped import TREE
from tests.docs.texts import anchors, prose, texts

TEXTS = texts()
_LINK = re.compile(r"\]\(([^)\s]+)\)|<(https?://[^>\s]+)>")
MADE = ("api/", "notebooks/", "contributing.md", "changelog.md", "form.md")
"""Pages of the site that its build makes; `test_site` follows links to them."""


def links(text: str) -> list[str]:
    return [one or other for one, other in _LINK.findall(prose(text))]


def fault(name: str, link: str) -> str:
    """What is wrong with a link of the text called `name`, or ""."""
    parts = urlsplit(link)
    if parts.scheme:
        good = parts.scheme == "https" and "." in parts.netloc
        return "" if good and not re.search(r"[<>\"{}|\\^`]", link) else "no https address"
    if name.startswith("docs/") and link.startswith(MADE):
        return ""
    here = TREE / name
    target = (here.parent / parts.path) if parts.path else here
    if not target.exists():
        return "there is no such file"
    if parts.fragment and target.suffix == ".md" and parts.fragment not in anchors(target):
        return "there is no such heading"
    return ""


@pytest.mark.parametrize("name", TEXTS)
def test_links_hold(name: str) -> None:
    assert {link: why for link in links(TEXTS[name]) if (why := fault(name, link))} == {}


def test_links_are_found() -> None:
    assert len(links(TEXTS["README.md"])) > 5
    assert len(links(TEXTS["docs/faq.md"])) > 30


@pytest.mark.parametrize(
    "link", ["no.md", "CONTRIBUTING.md#no-such", "http://arxiv.org/abs/1", "https://nowhere", "#no"]
)
def test_a_broken_link_is_seen(link: str) -> None:
    assert links(f"see [there]({link}).") == [link]
    assert fault("README.md", link)


def test_links_stay_inside_the_tree() -> None:
    for name, text in TEXTS.items():
        for link in links(text):
            if not urlsplit(link).scheme and not Path(link).is_absolute():
                assert (TREE / name).parent.joinpath(link).resolve().is_relative_to(TREE), link
