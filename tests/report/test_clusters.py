"""Variants count as further seeds of their trap, unless somebody asks otherwise and is told."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.errors import BadInput
from dreambench_lib.report.clusters import CLUSTERS, as_seeds
from dreambench_lib.report.comparing import compare_source
from dreambench_lib.report.frames import load
from dreambench_lib.report.rates import pass_rates
from dreambench_lib.stats import compare
from dreambench_lib.traps.variants import NOTE, base_id

PAIR = ("DF-hybrid-rules", "B5", "reader-careful")


def add_variants(folder: Path, passed: Callable[[str, int], int]) -> None:
    """Beside each trap its variant 2, whose every third cell (by `passed`) goes otherwise."""
    for name in ("traps.csv", "cells.csv"):
        with (folder / name).open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        more = [{**row, "trap_id": f"{row['trap_id']}~2"} for row in rows]
        for number, row in enumerate(more):
            if "passed" in row:
                row["passed"] = str(passed(row["passed"], number))
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows([*rows, *more])


@pytest.fixture
def variant_run(run_folder: Path) -> Path:
    add_variants(run_folder, lambda passed, number: (int(passed) + (number % 3 == 0)) % 2)
    return run_folder


def test_d_is_the_sum_over_each_base_trap(variant_run: Path) -> None:
    by_trap = compare_source(str(variant_run), *PAIR)
    apart = compare_source(str(variant_run), *PAIR, clusters="variant")
    for block, traps in (("needs", 8), ("hurts", 2)):
        summed: Counter[str] = Counter()
        for trap, score in apart[block]["scores"].items():
            summed[base_id(trap)] += score
        assert by_trap[block]["scores"] == dict(summed)
        assert by_trap[block]["D"] == apart[block]["D"]
        assert (by_trap[block]["clusters"], apart[block]["clusters"]) == (traps, 2 * traps)
        assert by_trap[block]["cells"] == apart[block]["cells"] == 6 * traps
    assert by_trap["needs"]["p_exact"] != apart["needs"]["p_exact"]


def test_the_note_says_what_was_done_and_when_it_may_be_done(variant_run: Path) -> None:
    by_trap = compare_source(str(variant_run), *PAIR)
    apart = compare_source(str(variant_run), *PAIR, clusters="variant")
    assert by_trap["note"] == f"Here {CLUSTERS['trap']}. {NOTE}"
    assert apart["note"] == f"Here {CLUSTERS['variant']}. {NOTE}"
    assert (by_trap["clustered_by"], apart["clustered_by"]) == ("trap", "variant")


def test_without_variants_the_two_are_one(run_folder: Path) -> None:
    by_trap = compare_source(str(run_folder), *PAIR)
    apart = compare_source(str(run_folder), *PAIR, clusters="variant")
    assert by_trap["note"] == ""
    assert apart["note"].startswith("This run has no variants.")
    same = {"note", "clustered_by"}
    assert {k: v for k, v in by_trap.items() if k not in same} == {
        k: v for k, v in apart.items() if k not in same
    }


def test_frames_keep_every_cell_and_never_two_of_one_key(variant_run: Path) -> None:
    frames, apart = load(variant_run), load(variant_run, clusters="variant")
    assert len(frames.cells) == len(apart.cells) == 600
    assert (len(frames.trap_ids), len(apart.trap_ids)) == (10, 20)
    assert frames.seeds == [1, 2, 3, 9, 10, 11]
    assert not frames.cells.duplicated(["condition", "agent", "trap_id", "seed"]).any()
    assert CLUSTERS["trap"] in frames.of("reader-careful")._repr_html_()


def test_traps_may_have_unequal_numbers_of_versions(variant_run: Path) -> None:
    for name in ("traps.csv", "cells.csv"):
        lines = (variant_run / name).read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [line for line in lines if "C3-demo~2" not in line]
        (variant_run / name).write_text("".join(kept), encoding="utf-8")
    needs = compare_source(str(variant_run), *PAIR)["needs"]
    assert (needs["clusters"], needs["cells"]) == (8, 45)


def test_intervals_cluster_by_trap_as_well(variant_run: Path) -> None:
    rates = pass_rates(load(variant_run).of("reader-careful"))
    assert set(rates[rates["block"] == "needs"]["traps"]) == {8}


def test_another_kind_of_cluster_is_one_sentence(run_folder: Path) -> None:
    with pytest.raises(BadInput, match="unknown kind of cluster 'seed'"):
        load(run_folder, clusters="seed")  # type: ignore[arg-type]


OUTCOMES = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 2), st.booleans(), st.booleans()), min_size=1
)


@given(OUTCOMES)
def test_any_run_gives_the_same_d_and_b_and_c(found: list[tuple[int, int, bool, bool]]) -> None:
    cells: list[dict[str, Any]] = []
    for (trap, variant), (first, second) in {(t, v): (f, s) for t, v, f, s in found}.items():
        name = f"t{trap}~{variant}" if variant else f"t{trap}"
        row = {"agent": "a", "trap_id": name, "seed": 1}
        cells.append({**row, "condition": "X", "passed": int(first)})
        cells.append({**row, "condition": "Y", "passed": int(second)})
    frame = pd.DataFrame(cells)
    apart = compare(frame, "X", "Y")
    joined = compare(as_seeds(frame, 2), "X", "Y", missing="complete-pairs")
    assert (joined.D, joined.b, joined.c) == (apart.D, apart.b, apart.c)
    assert joined.clusters == len({row["trap_id"].split("~")[0] for row in cells})
    summed: Counter[str] = Counter()
    for name, score in apart.scores.items():
        summed[base_id(name)] += score
    assert joined.scores == dict(summed)


def test_the_command_prints_the_note(
    variant_run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from dreambench_lib.cli import main

    words = ["compare", str(variant_run), *PAIR[:2], "--agent", PAIR[2]]
    monkeypatch.setattr("sys.argv", ["dreambench", *words, "--clusters", "variant"])
    main()
    assert NOTE in " ".join(capsys.readouterr().out.split())
    monkeypatch.setattr("sys.argv", ["dreambench", *words, "--clusters", "seed"])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    assert "unknown kind of cluster 'seed'" in capsys.readouterr().err
