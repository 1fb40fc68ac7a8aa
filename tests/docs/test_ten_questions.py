"""The rendered pages alone answer ten questions; every answer is computed from the run's tables."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.report.claims import read_review, review_table
from dreambench_lib.report.comparing import comparisons
from dreambench_lib.report.family_tables import family_of, family_table
from dreambench_lib.report.frames import Frames, load
from dreambench_lib.report.places import ROOT
from dreambench_lib.report.trap_tables import trap_set
from dreambench_lib.report.words import block, count, ranked

QUESTIONS = Path(__file__).with_name("ten_questions.md").read_text(encoding="utf-8")
PAGES = ROOT / "paper" / "rendered"
AGENT = "reader-careful"


@pytest.fixture(scope="module")
def run() -> Frames:
    return load("offline-60")


def visible(page: str) -> str:
    """What a page shows, without styles and marks, blanks joined."""
    text = re.sub(r"<(style|script)\b.*?</\1>", "", page, flags=re.DOTALL)
    text = re.sub(r"</t[dh]>", " | ", text)
    plain = html.unescape(re.sub(r"<[^>]+>", " ", text))
    return re.sub(r" (?=[.,;:)])", "", " ".join(plain.split()))


def passed(run: Frames, condition: str, which: str) -> tuple[int, int]:
    """Passes and cells of the careful reader in a block."""
    cells = run.cells.merge(run.traps[["trap_id", "construct"]], on="trap_id", suffixes=("", "_"))
    mine = cells[(cells["condition"] == condition) & (cells["agent"] == AGENT)]
    mine = mine[mine["construct"].map(block) == which]
    return int((mine["passed"] == 1).sum()), len(mine)


def agent(run: Frames) -> list[str]:
    return [
        "simulated reader",
        *run.agents,
        "says nothing of how often a language model would pass",
    ]


def best(run: Frames) -> list[str]:
    counts = {name: passed(run, name, "needs") for name in run.conditions if ranked(name)}
    top = max(counts, key=lambda name: counts[name][0])
    return [f"most {top} with {counts[top][0]} of {counts[top][1]}"]


def different(run: Frames) -> list[str]:
    mine = run.of(AGENT)
    p = comparisons(mine, "DF-hybrid-rules", "B5")["needs"].p_exact
    family = family_table(mine, family_of(mine, "B5"))
    holm = float(family[family["first"] == "DF-hybrid-rules"]["Holm"].iloc[0])
    rejected = "rejects" if holm <= 0.05 else "failed to reject"
    return [f"{p.numerator}/{p.denominator}", f"after Holm {holm:.4g}", f"the test {rejected}"]


def clusters(run: Frames) -> list[str]:
    test = comparisons(run.of(AGENT), "DF-hybrid-rules", "B5")["needs"]
    return [f"needs | {test.clusters} | {test.b} | {test.c} |", f"2^{test.signflip.nonzero} sign"]


def planned(run: Frames) -> list[str]:
    status = comparisons(run.of(AGENT), "DF-hybrid-rules", "B5")["needs"].status
    return [{"exploratory": "No frozen plan names this comparison"}.get(status, status), status]


def cells(run: Frames) -> list[str]:
    excluded = int(run.cells["passed"].isna().sum())
    left = f"{excluded:,}" if excluded else "No"
    return [f"{len(run.cells):,}, of which {excluded}", f"{left} cell is left out"]


def a_pass(run: Frames) -> list[str]:
    return ["worked through the trap's sessions, and hidden checks decided the last one"]


def cost(run: Frames) -> list[str]:
    counts = {name: passed(run, name, "hurts") for name in ("B0", "B5", "DF-hybrid-rules")}
    none, of = counts.pop("B0")
    rows = [f"{name} | {AGENT} |…| {n}/{m} |" for name, (n, m) in counts.items()]
    return [f"most B0 with {none} of {of}", *rows]


def not_run(run: Frames) -> list[str]:
    modelled = [name for name, entry in CONDITIONS.items() if entry.needs_model]
    assert modelled
    assert not set(modelled) & set(run.conditions)
    return ["Rows whose facts a model types are not run here"]


def read_by(run: Frames) -> list[str]:
    told = re.sub(r"\*\*", "", str(read_review(review_table(trap_set("core")))))
    return [told.partition(". ")[0], count(len(trap_set("core")), "trap")]


ANSWERS: list[Callable[[Frames], list[str]]] = [
    agent, best, different, clusters, planned, cells, a_pass, cost, not_run, read_by,
]  # fmt: skip
ASKED = re.findall(r"^(\d+)\. (.*?) \(([\w-]+)\)$", QUESTIONS.replace("\n   ", " "), re.MULTILINE)


def test_ten_questions_are_asked() -> None:
    assert [int(number) for number, _, _ in ASKED] == list(range(1, 11))
    assert len(ANSWERS) == len(ASKED)


@pytest.mark.parametrize(("number", "question", "page"), ASKED, ids=lambda one: str(one)[:40])
def test_its_page_answers(run: Frames, number: str, question: str, page: str) -> None:
    path = PAGES / f"{page}.html"
    if not path.is_file():
        pytest.skip(f"{page}.html is made by 'dreambench reproduce'")
    text = visible(path.read_text(encoding="utf-8"))
    for answer in ANSWERS[int(number) - 1](run):
        # "…" stands for cells of a table between the two that are meant.
        pattern = re.escape(answer).replace("…", r"[^|]*\|[^|]*")
        assert re.search(pattern, text), f"{question} The page does not say {answer!r}"


def test_the_page_that_leads_to_them_names_every_page_asked() -> None:
    path = PAGES / "index.html"
    if not path.is_file():
        pytest.skip("index.html is made by 'dreambench reproduce'")
    text = path.read_text(encoding="utf-8")
    for _, _, page in ASKED:
        assert f'href="{page}.html"' in text
