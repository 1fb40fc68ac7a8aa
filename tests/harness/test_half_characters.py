"""Text from outside may hold half a character: it must never make a run's log unreadable."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.canonical import canonical
from dreambench_lib.records import Asked, CellKey, CellRecord, Recall, WorkLog

ANY = st.text(st.characters(categories=("L", "Cs", "Cc", "Zs")), max_size=20)


@given(ANY, ANY, ANY)
def test_what_an_agent_says_can_be_read_back(output: str, error: str, fill: str) -> None:
    work = WorkLog(output=output, error=error, fills=((fill, fill),))
    assert WorkLog.model_validate_json(canonical(work)) == work


@given(ANY, ANY)
def test_what_a_memory_or_its_model_says_can_be_read_back(text: str, source: str) -> None:
    recall = Recall(text=text, decision=text, sources=(source,))
    assert Recall.model_validate_json(canonical(recall)) == recall
    asked = Asked(question="0", answer=text)
    assert Asked.model_validate_json(canonical(asked)) == asked


def test_only_halves_are_replaced() -> None:
    assert WorkLog(output="a\ud800b \U0001f600 é").output == "a?b \U0001f600 é"


@given(ANY)
def test_a_cells_line_can_be_read_back(said: str) -> None:
    key = CellKey("B0", "reader-careful", "C1-envelope", 1)
    record = CellRecord(key=key, failed_party="infra", detail=said)
    assert CellRecord.model_validate_json(canonical(record)) == record
