"""The paper may hold no number in any dress, no foreign file and no equality nobody tested."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.report.paper import MAIN, all_records, write_claims, write_numbers
from dreambench_lib.report.paper import numbers as numbers_of
from dreambench_lib.report.paper_source import check_source
from dreambench_lib.report.paper_tables import paper_tables
from dreambench_lib.report.typeset import refuse_stale, typeset
from tests.report.test_paper import paper, published_records, put

HEAD = "\\documentclass[11pt]{article}\n\\usepackage[margin=2.6cm]{geometry}\n"


def source(body: str, head: str = HEAD) -> str:
    return f"{head}\\begin{{document}}\n{body}\n\\end{{document}}\n"


@pytest.mark.parametrize(
    "body",
    [
        "We saw 95 of them.", "a difference of -32", "$p < .05$", "sixty traps", "a dozen runs",
        "half of them", "twice as many", "\\caption{All 60 traps.}", "\\newcommand{\\n}{0.518}",
        "\\section{The 10 constructs}", "five per cent",
    ],
)  # fmt: skip
def test_a_number_in_any_dress_is_refused(body: str) -> None:
    with pytest.raises(BadInput, match="typed by hand"):
        check_source(source(body), "main.tex")


def test_a_number_hidden_in_the_preamble_is_refused() -> None:
    with pytest.raises(BadInput, match=r"'0\.518' typed by hand"):
        check_source(source("p is \\n", HEAD + "\\newcommand{\\n}{0.518}\n"), "main.tex")


@pytest.mark.parametrize(
    "said",
    [
        "There is no difference.", "They are equivalent.", "B5 is just as good as DF.",
        "the effect is not significant", "an insignificant effect", "perform the same",
        "they are on par", "We accept the null.", "not significantly different",
    ],
)  # fmt: skip
def test_equality_out_of_a_large_p_is_refused(said: str) -> None:
    with pytest.raises(BadInput, match="failed to reject"):
        check_source(source(said), "main.tex")


@pytest.mark.parametrize("taken", ["results", "../notes", "tables/../x", "numbers2"])
def test_a_file_that_nothing_checks_is_refused(taken: str) -> None:
    with pytest.raises(BadInput, match="which nothing checks"):
        check_source(source(f"\\input{{{taken}}}"), "main.tex")


def test_what_is_allowed_to_hold_digits_may() -> None:
    body = (
        "C1 to C8, B5, DF-hybrid \\cite{a2020} \\rec{04/p:4} \\label{t1} \\input{tables/04-x}\n"
        "\\includegraphics[width=.8\\linewidth]{offline-60} the test failed to reject % 95 of 180\n"
        "\\begin{thebibliography}{9}\\bibitem{a2020} arXiv:2608.20664.\\end{thebibliography}"
    )
    check_source(source(body), "main.tex")


def test_the_papers_own_source_is_clean() -> None:
    check_source(MAIN.read_text(encoding="utf-8"), MAIN.name)


@pytest.fixture
def made(out: Path) -> Path:
    """A paper's folder with records and what is made from them."""
    put(out, "04-tests", published_records())
    records = all_records()
    write_numbers(numbers_of(records))
    write_claims(records)
    paper_tables(records)
    return out / "paper"


def test_made_files_are_what_the_records_say(made: Path) -> None:
    refuse_stale(all_records(), made)


@pytest.mark.parametrize("name", ["numbers.tex", "claims.tex", "tables/04-tests-family.tex"])
def test_an_edited_or_missing_file_stops_the_paper(made: Path, name: str) -> None:
    path = made / name
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("5184", "0184"), encoding="utf-8")
    main = paper(made, r"The p is \rec{04-tests/p:4}.")
    with pytest.raises(BadInput, match=rf"{name} is not what the records say: run"):
        typeset(main)
    path.unlink()
    with pytest.raises(BadInput, match="is not what the records say"):
        typeset(main)


def test_claims_that_failed_to_reject_say_so_and_deny_equality(made: Path) -> None:
    told = (made / "claims.tex").read_text(encoding="utf-8")
    assert "the test failed to reject" in told
    assert "That is no evidence" in told


def test_without_a_latex_one_sentence_says_what_to_install(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = paper(made, r"The p is \rec{04-tests/p:4}.")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(BadInput, match=r"apt-get install .*texlive-latex-recommended"):
        typeset(main)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
def test_a_paper_becomes_the_same_pdf_twice(made: Path) -> None:
    main = paper(made, r"\pdftrailerid{x}The p is not shown.")
    first = typeset(main).read_bytes()
    assert first.startswith(b"%PDF")
    assert typeset(main).read_bytes() == first
