"""The pages in headless Chromium, from a disk: clicks, keys, filters, addresses, hostile text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.harness.verify import read_sealed
from dreambench_lib.report.viewer import Site, open_source, write_site
from tests.report.conftest import make_run
from tests.report.viewer.conftest import Window
from tests.report.viewer.parts import HOSTILE, hostile, part

playwright = pytest.importorskip("playwright.sync_api")
expect = playwright.expect

CELL = "DF-hybrid-rules/reader-careful/C9-upload/1"
FOCUSED = "document.activeElement.getAttribute('aria-label') || document.activeElement.id"


@pytest.fixture
def page(window: Window, site: Site) -> Any:
    return window.open(site.start.with_name("index.html"))


def counts(page: Any) -> str:
    return str(page.locator("#counts").inner_text())


def wait_for(page: Any, text: str) -> None:
    """Until the live region says so."""
    expect(page.locator("#counts")).to_contain_text(text)


def test_the_matrix_is_a_labelled_grid(page: Any) -> None:
    assert page.locator("button.mark").count() == 36
    labels = page.locator("button.mark").evaluate_all("all => all.map(b => b.ariaLabel)")
    assert len(set(labels)) == 36
    assert "B5, C1-envelope, seed 2: excluded: infra failed" in labels
    assert page.locator("[role=grid]").get_attribute("aria-label")
    assert page.locator("[role=grid] button.mark[tabindex='0']").count() == 1
    assert page.locator("button.mark.x").count() == 2
    assert "2 cells without an outcome" in counts(page)
    assert page.locator(".banner").inner_text().lower().startswith("simulated reader")


def test_blocks_are_counted_apart(page: Any) -> None:
    row = page.locator("tbody tr", has_text="B0")
    assert row.locator("td.sum").all_inner_texts() == ["0/6", "5/5"]
    said = counts(page)
    assert "memory is needed (C1–C8): " in said
    assert "memory can only hurt (C9, C10): " in said


@pytest.mark.parametrize(
    ("name", "value", "left"),
    [
        ("trap", "withdr", 9),
        ("condition", "b5", 12),
        ("condition", "b5 b0", 24),
        ("construct", "C10", 9),
        ("construct", "hurts", 18),
        ("outcome", "x", 2),
        ("seed", "3", 12),
        ("trap", "no such trap", 0),
    ],
)
def test_filters(page: Any, name: str, value: str, left: int) -> None:
    field = page.locator(f"[name={name}]")
    if field.evaluate("field => field.tagName") == "SELECT":
        field.select_option(value)
    else:
        field.fill(value)
    expect(page.locator("button.mark")).to_have_count(left)
    if name == "outcome":
        assert "2 marked" in counts(page)
    page.get_by_role("button", name="Clear").click()
    wait_for(page, "36 cells in view")


def test_the_keyboard_goes_everywhere(page: Any) -> None:
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "trap"
    page.keyboard.type("envel")
    wait_for(page, "9 cells in view")
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUSED).startswith("B0, C1-envelope, seed 1")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUSED).startswith("B0, C1-envelope, seed 2")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Control+End")
    assert page.evaluate(FOCUSED).startswith("DF-hybrid-rules, C1-envelope, seed 3")
    page.keyboard.press("ArrowDown")  # nothing is below
    assert page.evaluate(FOCUSED).startswith("DF-hybrid-rules, C1-envelope, seed 3")
    page.keyboard.press("Control+Home")
    page.get_by_role("button", name="Clear").click()
    wait_for(page, "36 cells in view")
    page.locator("button.mark[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUSED).startswith("B0, C3-withdrawn, seed 1")
    page.keyboard.press("Enter")
    page.wait_for_selector("#story .session")
    assert page.evaluate("document.activeElement.id") == "story-title"
    assert page.url.endswith("#cell=B0/reader-careful/C3-withdrawn/1")
    page.keyboard.press("Escape")
    page.wait_for_selector("#story", state="hidden")
    assert page.evaluate(FOCUSED).startswith("B0, C3-withdrawn, seed 1")
    assert "#cell" not in page.url


def test_arrows_pass_over_what_a_filter_took_out(page: Any) -> None:
    page.locator("[name=outcome]").select_option("f")
    wait_for(page, "marked")
    page.locator("button.mark[tabindex='0']").focus()
    seen = set()
    for _ in range(40):
        seen.add(page.evaluate(FOCUSED))
        page.keyboard.press("ArrowDown")
    assert len(seen) > 3
    assert all(label.endswith(": failed") for label in seen)


def test_a_click_tells_the_whole_story(page: Any, run: Path) -> None:
    page.get_by_role("button", name="DF-hybrid-rules, C9-upload, seed 1: failed").click()
    page.wait_for_selector("#story .session")
    record = next(r for r, _ in read_sealed(run) if "/".join(map(str, r.key)) == CELL)
    last, story = record.sessions[-1], page.locator("#story")
    assert story.locator(".session").count() == 4
    assert story.locator("h4").first.text_content() == "Why it failed"
    boxes = story.locator("pre").evaluate_all("all => all.map(pre => pre.textContent)")
    assert last.context in boxes
    body = story.locator(".body").text_content()
    for session in record.sessions:
        for note in session.notes:
            assert note.text in body
    for item in last.recalls:
        assert item.decision in body
    failed = [check for check in last.verdict.checks if not check.passed]
    assert failed
    for check in failed:
        assert check.reason in body
    assert story.locator(".diff .add").count() > 3
    assert story.locator(".chip.harm").count() > 0
    assert record.instance_digest in body
    assert "What the memory held" in body


def test_commands_can_be_copied(page: Any, window: Window, site: Site) -> None:
    window.open(site.start.with_name("index.html"), f"#cell={CELL}")
    page.wait_for_selector("#story .session")
    lines = page.locator(".command code").all_inner_texts()
    assert lines[0] == f"dreambench memory show small {CELL}"
    assert lines[1].startswith(f"dreambench whatif small {CELL} --drop ")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button = page.locator(".command button").first
    button.click()
    expect(button).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == lines[0]


def test_addresses_lead_to_cells(window: Window, site: Site) -> None:
    page = window.open(site.start.with_name("index.html"), f"#cell={CELL}")
    page.wait_for_selector("#story .session")
    assert page.locator("#story-title").inner_text() == CELL.replace("/", " / ")
    page.locator(".tabs a", has_text="2").click()
    expect(page.locator("#story-title")).to_have_text(re.compile("/ 2$"))
    page.go_back()
    expect(page.locator("#story-title")).to_have_text(re.compile("/ 1$"))
    page.evaluate("location.hash = '#cell=B5/reader-careful/C77-nothing/1'")
    page.wait_for_selector("text=This run has no cell B5/reader-careful/C77-nothing/1")
    page.get_by_role("button", name="Close the story").click()
    page.wait_for_selector("#story", state="hidden")
    assert page.evaluate(FOCUSED).startswith("B0, C1-envelope, seed 1")


def test_a_cell_without_outcome_says_why(window: Window, site: Site) -> None:
    page = window.open(site.start.with_name("index.html"))
    page.get_by_role("button", name="B0, C9-upload, seed 3: excluded: referee failed").click()
    page.wait_for_selector("text=referee failed: no sandbox")
    assert page.locator(".command").count() == 0


def test_a_missing_shard_is_said(window: Window, run: Path, tmp_path: Path) -> None:
    site = write_site(open_source(run), tmp_path / "out", stored=False)
    for shard in (tmp_path / "out" / "cells").iterdir():
        shard.unlink()
    page = window.open(site.start, f"#cell={CELL}")
    page.wait_for_selector("text=is missing from this folder")
    assert all("ERR_FILE_NOT_FOUND" in fault for fault in window.faults)
    window.faults.clear()


def test_hostile_text_is_shown_and_never_runs(window: Window, tmp_path: Path) -> None:
    part(tmp_path / "bad", hostile, conditions=("B5",), traps=("C1-envelope",))
    site = write_site(open_source(tmp_path / "bad"), tmp_path / "out")
    page = window.open(site.start, "#cell=B5/reader-careful/C1-envelope/1")
    page.wait_for_selector("#story .session")
    shown = page.locator("#story .body").text_content()
    assert shown.count("</script><script>window.OWNED = 1</script>") > 8
    assert shown.count("⟨202E⟩right to left⟨202C⟩") > 8
    assert "⟨001B⟩[31mred⟨0007⟩ ⟨0000⟩ ⟨200B⟩⟨2028⟩ שלום {{ 7 * 7 }}" in shown
    assert not set("\u202e\u2066\x1b\x00\u200b") & set(shown)
    for details in page.locator("#story details").all():
        details.evaluate("one => { one.open = true; }")
    assert page.locator("#story script, #story img, #story style").count() == 0
    assert page.locator("#story a[href^='javascript']").count() == 0
    assert page.evaluate("window.OWNED") is None


def test_hostile_names_are_shown_and_never_run(window: Window, tmp_path: Path) -> None:
    folder = make_run(tmp_path / "fold", agents=("reader-careful", HOSTILE.replace("/", "")))
    cells = folder / "cells.csv"
    bad = "<img src=x onerror=window.OWNED=5>\u202e"
    cells.write_text(cells.read_text().replace("recency-only", bad), encoding="utf-8")
    site = write_site(open_source(folder), tmp_path / "out", conditions=(bad, "B5"))
    page = window.open(site.start.with_name("index.html"))
    page.locator("[name=agent]").select_option("")
    label = page.get_by_role("button", name="<img src=x onerror=window.OWNED=5>⟨202E⟩, C1-demo")
    label.first.click()
    page.wait_for_selector("text=no story can be told")
    window.open(site.start)
    assert page.locator("h1").inner_text().startswith("<img src=x onerror=window.OWNED=5>⟨202E⟩")
    assert page.evaluate("window.OWNED") is None
    assert page.locator("img").count() == 0


def test_the_comparison_shows_where_they_differ(window: Window, site: Site, run: Path) -> None:
    page = window.open(site.start)
    states = {r.key: (r.passed, r.failed_party) for r, _ in read_sealed(run)}
    won = lost = 0
    for key, (passed, party) in states.items():
        other = states[key._replace(condition="B5")]
        if key.condition == "DF-hybrid-rules" and party is None and other[1] is None:
            won += passed and not other[0]
            lost += other[0] and not passed
    assert won > 0
    assert page.locator("#matrix button.b").count() == won
    assert page.locator("#matrix button.c").count() == lost
    assert page.locator("#matrix button.x").count() == 1
    page.locator("[name=outcome]").select_option("d")
    wait_for(page, f"{won + lost} marked")
    assert page.locator("#matrix button.mark").count() == won + lost
    page.locator("#matrix button.b").first.click()
    page.wait_for_selector("#story .session")
    assert "✓ passed" in page.locator("#story .head").inner_text()
    page.locator(".tabs a", has_text="B5").click()
    page.wait_for_selector("#story .head >> text=✗ failed")
    assert "never evidence of equivalence" in page.locator("main").inner_text()


def test_two_runs_open_the_story_of_either(window: Window, run: Path, tmp_path: Path) -> None:
    part(tmp_path / "other", hostile, conditions=("B5",), traps=("C3-withdrawn",))
    source, other = open_source(run), open_source(tmp_path / "other")
    page = window.open(write_site(source, tmp_path / "out", against=other, stored=False).start)
    page.locator("#matrix button.b").first.click()
    page.wait_for_selector("#story .session")
    page.locator(".tabs a", has_text="other").click()
    page.wait_for_selector("#story >> text=window.OWNED")
    assert page.url.endswith("&side=second")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["index.html", "compare.html"])
def test_nothing_sticks_out_at_390(phone: Window, site: Site, name: str, scheme: str) -> None:
    phone.page.emulate_media(color_scheme=scheme)
    page = phone.open(site.start.with_name(name), f"#cell={CELL}")
    page.wait_for_selector("#story .session")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    out = """[...document.querySelectorAll('#story .body *, header *, form *')].filter(one =>
        one.getBoundingClientRect().right > 391 && !one.closest('pre')).map(one => one.outerHTML)"""
    assert page.evaluate(out) == []
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 24, 29)"}[scheme]


def test_everything_that_can_be_used_has_a_name(page: Any, window: Window, site: Site) -> None:
    window.open(site.start.with_name("index.html"), f"#cell={CELL}")
    page.wait_for_selector("#story .session")
    nameless = """[...document.querySelectorAll('button, a, input, select, summary')].filter(one =>
        !(one.ariaLabel || one.textContent.trim() || (one.labels && one.labels.length)))
        .map(one => one.outerHTML)"""
    assert page.evaluate(nameless) == []
    assert page.evaluate("document.querySelectorAll('[id]').length") == page.evaluate(
        "new Set([...document.querySelectorAll('[id]')].map(one => one.id)).size"
    )
    for table in page.locator("table").all():
        if table.is_visible():
            assert table.locator("th[scope]").count() > 0
    assert page.locator("#counts").get_attribute("aria-live") == "polite"
    assert page.evaluate("document.documentElement.lang") == "en"


def test_five_thousand_cells_open_in_two_seconds(window: Window, tmp_path: Path) -> None:
    agents = tuple(f"agent-{number}" for number in range(20))
    folder = make_run(tmp_path / "large", seeds=tuple(range(1, 6)), agents=agents)
    site = write_site(open_source(folder), tmp_path / "out")
    assert site.cells == 5_000
    page, ready = window.page, []
    for _ in range(3):
        window.open(site.start)
        ready.append(int(page.evaluate("document.documentElement.dataset.ready")))
    assert min(ready) < 2_000
    drawn = """() => { const from = performance.now(); const all = document.forms[0].elements.agent;
        all.value = ''; all.dispatchEvent(new Event('input', {bubbles: true}));
        return new Promise(done => { const look = () =>
          document.querySelectorAll('button.mark').length === 5000
            ? done(performance.now() - from) : requestAnimationFrame(look); look(); }); }"""
    assert page.evaluate(drawn) < 2_000
