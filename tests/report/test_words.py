"""What sentences may say: "failed to reject" is never equality, own runs name their reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from dreambench_lib.report.comparing import comparisons
from dreambench_lib.report.conclusions import conclusions
from dreambench_lib.report.family_tables import family_of, family_table, v1_table
from dreambench_lib.report.frames import load
from dreambench_lib.report.power_tables import power_table
from dreambench_lib.report.printed import beside_printed_intervals
from dreambench_lib.report.rates import construct_rates, pass_rates, rates_table
from dreambench_lib.report.readings import read_outcomes, read_profile, read_rates
from dreambench_lib.report.shown import hygiene_panel, what_was_shown
from dreambench_lib.report.words import NOT_PUBLISHED


def test_a_null_is_a_failure_to_reject_and_not_equality() -> None:
    frames = load("published")
    test = comparisons(frames, "DF-hybrid", "B5")["all"]
    text = conclusions(frames, test, "all", 0.05, adjusted=1.0)
    assert "failed to reject" in text
    assert "no evidence that" in text
    assert "rejects" not in text
    assert "simulated" not in text
    assert "271801/524288" in text


def test_a_rejection_names_its_direction() -> None:
    frames = load("published")
    for first, second in (("B5", "B0"), ("B0", "B5")):
        text = conclusions(frames, comparisons(frames, first, second)["needs"], "needs", 0.05)
        assert "in favour of B5 over B0" in text
        assert "exploratory" in text


def test_a_hopeless_comparison_says_so(run_folder: Path) -> None:
    frames = load(run_folder).of("reader-careful")
    test = comparisons(frames, "DF-hybrid-rules", "B5")["needs"]
    text = conclusions(frames, test, "needs", 0.05)
    assert "could not have rejected" in text
    assert "**simulated reader**" in text


def test_the_published_family_is_reproduced_bit_for_bit() -> None:
    frames = load("published")
    family = family_table(frames, family_of(frames, "B5"))
    assert list(family["slot"]) == ["P1", "P2", "P3", "P4", "P5", "P6"]
    assert (family["difference"] == 0).all()
    v1 = v1_table(frames)
    assert len(v1) == 5
    assert (v1["difference"] == 0).all()


def test_an_own_family_is_every_ranked_condition(run_folder: Path) -> None:
    frames = load(run_folder).of("reader-literal")
    table = family_table(frames, family_of(frames, "B5"))
    assert list(table["first"]) == ["B0", "recency-only", "DF-hybrid-rules"]
    assert "printed p" not in table
    assert v1_table(frames).empty


def test_exact_intervals_lie_near_the_printed_ones() -> None:
    beside = beside_printed_intervals(pass_rates(load("published")))
    assert len(beside) == 19
    assert beside["largest difference"].max() < 3 / 180


def test_what_was_never_published_says_so(run_folder: Path) -> None:
    shown = what_was_shown(load("published"))
    assert (shown["cells with harm shown"] == NOT_PUBLISHED).all()
    own = what_was_shown(load(run_folder)).set_index(["condition", "agent", "block"])
    row = own.loc[("B5", "reader-careful", "hurts")]
    assert row["cells with harm shown"] == "6/6"
    assert row["needed facts shown"] == "0/6"
    assert own.loc[("B0", "reader-careful", "needs"), "flag"] == "nothing was ever shown"


def test_hygiene_panel_is_the_papers_own(run_folder: Path) -> None:
    panel = hygiene_panel(load("published")).set_index("condition")
    assert panel.loc["DF-hybrid", "RepeatedErrorRate"] == pytest.approx(0.142, abs=5e-4)
    assert hygiene_panel(load(run_folder)).empty


def test_readings_follow_the_values(run_folder: Path) -> None:
    published = load("published")
    assert "3,780 outcomes over 60 traps. No cell is left out." in read_outcomes(published)
    assert "most **B5** with 89 of 162" in read_rates(pass_rates(published), published)
    frames = load(run_folder)
    text = read_rates(pass_rates(frames), frames)
    assert "most **DF-hybrid-rules** with 21 of 24" in text
    assert "ideal" not in text
    assert "C9" in read_profile(construct_rates(frames), frames)


def test_rates_table_has_one_row_a_condition_and_agent(run_folder: Path) -> None:
    assert len(rates_table(pass_rates(load("published"))).frame) == 21
    own = rates_table(pass_rates(load(run_folder)))
    assert len(own.frame) == 10
    assert own.caption == "Nothing was ever shown: B0 reader-careful, B0 reader-literal."
    assert set(rates_table(pass_rates(load("published"))).frame["items shown"]) == {NOT_PUBLISHED}


def test_power_table_reproduces_the_printed_one_and_marks_ours() -> None:
    table = power_table(21).set_index("traps not tied")
    assert table.loc[60, "smallest split that rejects"] == "39-21"
    assert table.loc[60, "power at 0.70"] == pytest.approx(0.838, abs=5e-4)
    assert table.loc[21, "this comparison"] == "◀"
    assert power_table(4).set_index("traps not tied").loc[4, "power at 0.75"] == 0
