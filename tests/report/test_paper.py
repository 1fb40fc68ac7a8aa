"""Every number of the paper is a record: unknown, stale and hand-typed ones are refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.report.comparing import comparisons
from dreambench_lib.report.conclusions import conclusions
from dreambench_lib.report.family_tables import family_of, family_table
from dreambench_lib.report.frames import load
from dreambench_lib.report.pairs import source_digest
from dreambench_lib.report.paper import (
    MAIN,
    all_records,
    numbers,
    used_numbers,
    write_claims,
    write_numbers,
)
from dreambench_lib.report.paper_tables import paper_tables
from dreambench_lib.report.places import ROOT
from dreambench_lib.report.rates import pass_rates
from dreambench_lib.report.record import Value, write_records


def put(out: Path, step: str, values: dict[str, Value], source: str | None = None) -> None:
    notebook = "-".join(step.split("-")[:2])
    write_records(
        values,
        out / "paper" / "records" / f"{step}.json",
        notebook=notebook,
        source=source or source_digest(notebook),
        parameters={},
    )


def published_records() -> dict[str, Value]:
    frames = load("published")
    family = family_table(frames, family_of(frames, "B5"))
    test = comparisons(frames, "DF-hybrid", "B5")["all"]
    plain = json.loads(json.dumps(family.drop(columns="p").to_dict("records")))
    return {
        "first": "DF-hybrid",
        "second": "B5",
        "label": frames.label,
        "p_exact": "271801/524288",
        "p": test.p,
        "all": {"D": test.D},
        "family": plain,
        "claims": list(conclusions(frames, test, "all", 0.05, 1.0).plain()),
    }


def paper(folder: Path, body: str) -> Path:
    path = folder / "main.tex"
    text = f"\\documentclass[11pt]{{article}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    path.write_text(text, encoding="utf-8")
    return path


def test_records_become_macros_tables_and_claims(out: Path) -> None:
    put(out, "04-tests", published_records())
    put(out, "03-outcomes", {"rates": pass_rates(load("published")).to_dict("records")})
    records = all_records()
    known = numbers(records)
    assert known["04-tests/p_exact"] == "271801/524288"
    assert known["04-tests/p"] == "0.5184192657470703"
    assert known["04-tests/p:4"] == "0.5184"
    assert known["04-tests/all/D"] == "6"
    macros = write_numbers(known).read_text(encoding="utf-8")
    assert "\\csname rec@04-tests/p_exact\\endcsname{271801/524288}" in macros
    assert sorted(paper_tables(records)) == ["03-outcomes-rates", "04-tests-family"]
    claims = write_claims(records).read_text(encoding="utf-8")
    assert "failed to reject" in claims
    assert "*" not in claims


def test_numbers_are_the_same_bytes_each_time(out: Path) -> None:
    put(out, "04-tests", published_records())
    first = write_numbers(numbers(all_records())).read_bytes()
    assert write_numbers(numbers(all_records())).read_bytes() == first


def test_an_unknown_record_is_refused(tmp_path: Path) -> None:
    main = paper(tmp_path, r"The p is \rec{04-tests/p_exat}.")
    with pytest.raises(BadInput, match="did you mean '04-tests/p_exact'"):
        used_numbers({"04-tests/p_exact": "1/2"}, main)


@pytest.mark.parametrize("typed", ["95 of 180", "p = 0.518", "a 3\\% gain", "(12)"])
def test_a_number_typed_by_hand_is_refused(tmp_path: Path, typed: str) -> None:
    with pytest.raises(BadInput, match="typed by hand"):
        used_numbers({}, paper(tmp_path, f"We saw {typed}."))


def test_names_citations_and_comments_are_no_numbers(tmp_path: Path) -> None:
    body = "C1 to C8, B5 \\cite{a2020} \\input{tables/04-x} % 95 of 180\n\\rec{04/p:4}"
    assert list(used_numbers({"04/p:4": "0.5"}, paper(tmp_path, body))["name"]) == ["04/p:4"]


def test_records_of_another_version_are_refused(out: Path) -> None:
    put(out, "04-tests", {"p": 1}, source="0" * 64)
    with pytest.raises(BadInput, match="another version of 04-tests"):
        all_records()


def test_no_records_is_a_sentence(out: Path) -> None:
    with pytest.raises(BadInput, match="run 'dreambench reproduce' first"):
        all_records()


def test_the_papers_source_has_no_typed_number() -> None:
    names = dict.fromkeys(_used(), "x")
    assert len(used_numbers(names, MAIN)) == len(names)


@pytest.mark.skipif(
    not (ROOT / "paper" / "records").is_dir(), reason="records are made by dreambench reproduce"
)
def test_the_paper_uses_only_what_was_recorded() -> None:
    assert len(used_numbers(numbers(all_records()), MAIN)) > 10


def _used() -> list[str]:
    import re

    body = MAIN.read_text(encoding="utf-8").partition(r"\begin{document}")[2]
    return re.findall(r"\\rec\{([^}]*)\}", body)
