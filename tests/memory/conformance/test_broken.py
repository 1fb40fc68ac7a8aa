"""Each way of being broken is rejected for its own reason, and a good memory is admitted."""

from __future__ import annotations

import re
import socket

import pytest

from dreambench_lib.memory.conformance import Report, conform
from tests.memory.conformance import adapters

HERE = "tests.memory.conformance.adapters"


def tried(name: str, patience: float = 0.0, deadline: float = 30.0) -> Report:
    return conform(f"{HERE}:{name}", patience=patience, deadline=deadline)


def fails(report: Report) -> dict[str, str]:
    return {one.id: one.told for one in report.findings if one.result == "fails"}


def told(report: Report, check: str) -> str:
    return next(one.told for one in report.findings if one.id == check)


def test_a_good_memory_is_admitted() -> None:
    report = tried("Good")
    assert report.conformance.verdict == "admitted"
    assert report.conformance.reasons == ()
    assert report.conformance.literal
    assert {one.result for one in report.findings} == {"holds", "reported"}
    assert len(report.findings) == 14


BROKEN = {
    "DropsHits": ("read-back", "1 of 3 sessions did not come back"),
    "FoldsHyphens": ("round-trip", "T02: U\\+2010 HYPHEN came back as U\\+002D HYPHEN-MINUS"),
    "Strips": ("round-trip", "1 of 60 tokens came back changed \\(T60: cut after 40"),
    "IgnoresLimit": ("limit", "5 recalls whether 2, 20 or all of 24 were asked for"),
    "OneMore": ("limit", "asked for 2 it gave 3, asked for 20 it gave 21"),
    "FitsNowhere": ("limit", "no recall fits into 6 items and 1200 words"),
    "Leaks": ("isolation", "what was written under another namespace"),
    "LeaksByPrefix": ("isolation", "what was written under another namespace"),
    "ReturnsNothing": ("read-back", "nothing came back: 3 sessions written, none in 0 recalls"),
    "LosesLastWrite": ("read-back", "the last write is lost: session 3"),
    "NoSources": ("sources", "6 of 6 recalls name no sources"),
    "StrangeSources": ("sources", "'doc-1' is the id of no note"),
    "WrongSession": ("sources", "came in session 1 is said to be from session 3"),
    "ByLot": ("determinism", "the order of the recalls differs"),
    "SomeByLot": ("determinism", "what is recalled differs"),
    "ReadMutates": ("quiet-reads", "a read changed what a later read"),
    "OneAtATime": ("two-writers", "RuntimeError: store is locked"),
    "ClaimsToPersist": ("restart", "a new object on the same folder is empty"),
    "PhonesOut": ("network", "phones out: tried 192.0.2.1"),
    "PhonesByName": ("network", "phones out: tried telemetry.invalid"),
    "PhonesByDatagram": ("network", "phones out: tried 2001:db8::1"),
    "PhonesFromThread": ("network", "phones out: tried 192.0.2.1"),
    "Raises": ("read-back", "KeyError: 'results'"),
    "Exits": ("read-back", "SystemExit"),
    "ReturnsText": ("read-back", "read returned a str, not a Recall"),
    "Endless": ("read-back", "more than 1000 recalls of 3 notes"),
}
ONLY = {
    "FoldsHyphens", "Strips", "OneMore", "FitsNowhere", "LeaksByPrefix", "NoSources",
    "StrangeSources", "WrongSession", "ReadMutates", "OneAtATime", "ClaimsToPersist", "PhonesOut",
    "PhonesByName", "PhonesByDatagram", "PhonesFromThread", "ByLot",
}  # fmt: skip
"""Broken in one way only: no other check may blame them."""


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_memory_is_rejected_for_its_own_reason(name: str) -> None:
    check, reason = BROKEN[name]
    report = tried(name)
    assert report.conformance.verdict == "rejected"
    found = fails(report)
    assert check in found
    assert re.search(reason, found[check]), found[check]
    assert f"{check}: {found[check]}" in report.conformance.reasons
    if name in ONLY:
        assert list(found) == [check]
    assert not report.conformance.literal


@pytest.mark.parametrize("name", ["PhonesOut", "PhonesByName", "PhonesByDatagram"])
def test_a_packet_is_stopped_before_it_leaves(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[object] = []
    monkeypatch.setattr(adapters.PhonesOut, "refused", sent)
    tried(name)
    assert sent
    assert all("stopped before a packet left" in str(fault) for fault in sent)


def test_the_guard_is_off_when_the_suite_is_over() -> None:
    tried("Good")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as unsent:
        unsent.connect(("192.0.2.1", 9))  # a datagram socket sends nothing by connecting
        assert unsent.getpeername()[0] == "192.0.2.1"


def test_what_shows_late_is_waited_for_and_what_flushes_is_not() -> None:
    assert tried("ShowsLate", patience=20.0).conformance.verdict == "admitted"
    assert tried("Flushes").conformance.verdict == "admitted"
    assert fails(tried("ShowsLate"))["read-back"].startswith("nothing came back")


def test_a_memory_that_never_returns_is_a_rejection_and_no_hang() -> None:
    report = tried("Hangs", deadline=0.05)
    assert fails(report) == {"read-back": "NeverReturned: it did not return within 0.05 seconds"}
    assert report.conformance.verdict == "rejected"
    assert [one.result for one in report.findings] == ["fails", *["not run"] * 12, "holds"]


def test_words_of_its_own_are_reported_and_no_reason() -> None:
    report = tried("AddsWords")
    assert report.conformance.verdict == "admitted"
    assert told(report, "payload").endswith("adds 1 words that nobody gave it (reminiscence)")
    assert told(tried("Good"), "payload").endswith("adds no words")


def test_what_becomes_of_a_contradiction_is_reported() -> None:
    said = told(tried("Good"), "updates")
    assert said == (
        "of a contradiction both sides can be shown; what was withdrawn is still shown (active)"
    )
    newer = told(conform("DF-rules", patience=0.0), "updates")
    assert newer.startswith("of a contradiction the new side can be shown")


def test_the_same_memory_gets_the_same_digest() -> None:
    first, second = tried("Good"), tried("Good")
    assert first.digest == second.digest == second.conformance.digest
    assert tried("NoSources").conformance.findings != first.conformance.findings
