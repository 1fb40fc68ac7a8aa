"""What memories are handed in real cells: the fields of the guard, and nothing that is sealed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from dreambench_lib.harness.cell import run_cell
from dreambench_lib.memory.conformance import conform
from dreambench_lib.memory.conformance.payload import Hidden, clean
from dreambench_lib.memory.conformance.sessions import query, session
from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Budget, CellKey, CheckOutcome, Episode, Query, Recall, Verdict
from dreambench_lib.traps.checks import Check
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import mint
from dreambench_lib.trees import Tree

SEEN: list[Episode | Query] = []
TRAPS = load_traps()
ONE_EACH = list({trap.construct_id: trap.id for trap in TRAPS.values()}.values())
TOLD = "the secret expectation of a failing check"


class Spy:
    """Keeps what it is handed where the test can see it."""

    def __init__(self, space: Space) -> None:
        pass

    def write(self, episode: Episode) -> None:
        SEEN.append(episode)

    def sleep(self) -> None:
        pass

    def read(self, query: Query) -> list[Recall]:
        SEEN.append(query)
        return []


def failing(checks: Sequence[Check], tree: Tree) -> Verdict:
    outcome = CheckOutcome(id="hidden-1", kind="presence", passed=False, reason=TOLD)
    return Verdict(checks=(outcome,))


@pytest.mark.parametrize("trap_id", ONE_EACH)
def test_no_payload_of_a_real_cell_holds_anything_hidden(trap_id: str) -> None:
    SEEN.clear()
    instance = mint(TRAPS[trap_id], b"k" * 32, 1)
    key = CellKey(f"{__name__}:Spy", "reader-literal", trap_id, 1)
    record = run_cell(key, instance, failing, Budget(), "0" * 64)
    assert record.failed_party is None
    assert len(SEEN) == 2 * len(record.sessions) - 1
    for payload in SEEN:
        clean(payload)
        text = payload.model_dump_json()
        for hidden in (TOLD, "hidden-1", trap_id, key.condition, TRAPS[trap_id].construct_id + "-"):
            assert hidden not in text


class Wider(Episode):
    verdict: bool = False


def test_a_field_that_nobody_decided_on_is_refused() -> None:
    with pytest.raises(Hidden, match="the episode handed to the memory has a field 'verdict'"):
        clean(Wider(**session(1, ["a"]).model_dump()))


@pytest.mark.parametrize(
    "text",
    ["canary-0123456789abcdef", "the Oracle said", "see C3-withdrawn", "a hidden test failed"],
)
def test_a_marker_of_sealed_matter_is_refused(text: str) -> None:
    with pytest.raises(Hidden, match="handed to the memory says"):
        clean(session(1, [text]))
    with pytest.raises(Hidden, match="handed to the memory says"):
        clean(query(1, text))
    clean(session(1, ["a plain note about C3 and a check of the totals"]))


def test_a_hidden_payload_is_a_failure_of_the_suite_that_shows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "dreambench_lib.memory.conformance.checks.given.fact", lambda *given: "the verdict is in"
    )
    report = conform("B5", patience=0.0)
    assert report.conformance.reasons == (
        "payload: the episode handed to the memory says 'verdict'",
    )
