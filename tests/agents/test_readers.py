"""The simulated readers' policies: every clause decides, and decides alone."""

from __future__ import annotations

import pytest

from dreambench_lib.agents.readers.careful import CLAUSES, Careful
from dreambench_lib.agents.readers.linking import Linking
from dreambench_lib.agents.readers.literal import Literal
from dreambench_lib.agents.readers.reader import Reader

from .conftest import CLOSE, REACH, Said, context


def close(reader: Reader, *said: Said, prompt: str = "") -> str:
    return reader.fills(context(*said), (CLOSE, REACH), "ledger", prompt)["close"]


OLD = Said("The closing line is CL-111.", date="2026-02-02")
NEW = Said("The closing line is CL-999.", session=2, date="2026-04-01")
# For each clause: what is shown, what careful takes, and what it takes without the clause.
DECIDES: dict[str, tuple[tuple[Said, ...], str, str]] = {
    "active_only": ((NEW._replace(status="superseded"), OLD), "CL-111", "CL-999"),
    "here_only": ((NEW._replace(about="billing"), OLD), "CL-111", "CL-999"),
    "not_struck": ((NEW, OLD, Said("Please stop using CL-999.")), "CL-111", "CL-999"),
    "ranked_sources": (
        (NEW._replace(by="support"), OLD, Said("The carrier outranks support.")),
        "CL-111",
        "CL-999",
    ),
    "latest_date": ((OLD, OLD._replace(text=NEW.text, date="2026-02-03")), "CL-999", "CL-111"),
    "later_session": ((OLD, OLD._replace(text=NEW.text, session=2)), "CL-999", "CL-111"),
    "more_cues": (
        (OLD, OLD._replace(text="The closing line CL-999 closes an export.")),
        "CL-999",
        "CL-111",
    ),
    "shown_first": ((OLD._replace(text=NEW.text), OLD), "CL-999", "CL-111"),
}


@pytest.mark.parametrize("clause", DECIDES)
def test_clause_decides_alone(clause: str) -> None:
    said, taken, without = DECIDES[clause]
    assert close(Careful(), *said) == taken
    assert close(Careful.without(clause), *said) == without


def test_every_clause_is_ablated() -> None:
    assert [clause.__name__ for clause in CLAUSES] == list(DECIDES)
    assert len(Careful.without("not_struck").policy) == len(CLAUSES) - 1


def test_literal_takes_the_first_shown_whatever_is_said() -> None:
    struck = NEW._replace(status="superseded", about="billing", text=NEW.text + " CL-999 is void.")
    assert close(Literal(), struck, OLD) == "CL-999"
    assert close(Literal(), OLD, struck) == "CL-111"


@pytest.mark.parametrize("reader", [Literal(), Careful(), Linking()])
def test_no_candidate_gives_the_default(reader: Reader) -> None:
    slots = (CLOSE, REACH)
    assert reader.fills("", slots, "ledger") == {"close": "END", "reach": "every"}
    assert close(reader, Said("The opening mark is CL-111.")) == "END"
    assert close(reader, Said("The closing line is XCL-1112.")) == "END"
    # Text that is not in the format is no item.
    assert reader.fills("The closing line is CL-111.", slots, "ledger")["close"] == "END"


def test_a_cue_may_stand_in_another_sentence_of_the_item() -> None:
    assert close(Careful(), Said("We talked about the closing line. It is CL-123.")) == "CL-123"


def test_ways_are_filled_by_wording() -> None:
    said = (
        Said("The audit mark goes on all exports."),
        Said("Audit: fiscal only, please.", date="2026-04-01"),
    )
    fills = Careful().fills(context(*said), (REACH,), "ledger")
    assert fills == {"reach": "fiscal"}
    assert Literal().fills(context(*said), (REACH,), "ledger") == {"reach": "every"}


def test_a_way_is_struck_by_its_wording() -> None:
    said = (
        Said("Audit: fiscal only."),
        Said("Audit: do not print the mark on every export.", date="2026-04-01"),
        Said("Not every export, I said."),
    )
    assert Careful().fills(context(*said), (REACH,), "ledger") == {"reach": "fiscal"}


class TestPlaces:
    """Clause here_only: what is about another place."""

    def test_statement_that_offers_a_value_falls_alone(self) -> None:
        text = "The closing line is CL-111. In the billing repository the closing line is CL-999."
        assert close(Careful(), Said(text)) == "CL-111"

    def test_statement_without_a_value_places_the_whole_item(self) -> None:
        text = "This is how we do it in the billing service. The closing line is CL-999."
        assert close(Careful(), Said(text)) == "END"
        assert close(Careful.without("here_only"), Said(text)) == "CL-999"

    def test_ours_is_no_other_place(self) -> None:
        text = "In the ledger repository the closing line is CL-111."
        assert close(Careful(), Said(text)) == "CL-111"

    def test_a_merged_item_that_is_also_about_us_stays(self) -> None:
        mixed = context(Said("The closing line is CL-111.")).replace(
            "about ledger", "about billing, ledger"
        )
        assert Careful().fills(mixed, (CLOSE,), "ledger")["close"] == "CL-111"

    def test_release_line_of_the_prompt_is_ours(self) -> None:
        said = Said("On release line 4 the closing line is CL-111.")
        assert close(Careful(), said) == "END"
        assert close(Careful(), said, prompt="Please mend release line 4.") == "CL-111"
        assert close(Careful(), said, prompt="Please mend release line 5.") == "END"

    def test_a_dropped_header_hides_the_place(self) -> None:
        assert close(Careful(), NEW._replace(about="billing", header=False)) == "CL-999"


class TestRemembering:
    """What was read before is read the same again, and as nothing else."""

    def test_one_context_is_read_for_each_slot_policy_and_prompt(self) -> None:
        shown = context(Said("On release line 4 the closing line is CL-111."))
        other = CLOSE.model_copy(update={"default": "other"})
        for _ in range(2):
            assert Literal().fills(shown, (CLOSE,), "ledger") == {"close": "CL-111"}
            assert Careful().fills(shown, (CLOSE,), "ledger") == {"close": "END"}
            assert Careful().fills(shown, (other,), "ledger") == {"close": "other"}
            prompt = "Please mend release line 4."
            assert Careful().fills(shown, (CLOSE,), "ledger", prompt) == {"close": "CL-111"}

    def test_what_was_answered_belongs_to_who_asked(self) -> None:
        Careful().fills("", (CLOSE,), "ledger").clear()
        assert Careful().fills("", (CLOSE,), "ledger") == {"close": "END"}


class TestLimits:
    """What careful does not do."""

    def test_it_does_not_count_repetitions(self) -> None:
        assert close(Careful(), OLD, OLD, OLD, NEW) == "CL-999"

    def test_it_does_not_follow_references_but_linking_does(self) -> None:
        said = (
            OLD,
            Said("N-27: the closing line becomes CL-999.", date="2026-04-01"),
            Said("Please treat N-27 as void.", date="2026-04-09"),
        )
        assert close(Careful(), *said) == "CL-999"
        assert close(Linking(), *said) == "CL-111"

    def test_linking_lends_cues_over_a_shared_reference(self) -> None:
        said = (Said("INC-20 asks for a closing line."), Said("Answer to INC-20: CL-111 it is."))
        assert close(Careful(), *said) == "END"
        assert close(Linking(), *said) == "CL-111"

    def test_linking_takes_no_value_for_a_reference(self) -> None:
        said = (OLD, Said("The line CL-111 was seen in a log."), Said("CL-222 is void."))
        assert close(Linking(), *said) == "CL-111"

    def test_the_winner_without_a_candidate_changes_nothing(self) -> None:
        said = (NEW._replace(by="support"), Said("The carrier outranks support."))
        assert close(Careful(), *said) == "CL-999"

    def test_a_strike_from_elsewhere_does_not_count(self) -> None:
        said = (NEW, OLD, Said("Please stop using CL-999.", about="billing"))
        assert close(Careful(), *said) == "CL-999"
