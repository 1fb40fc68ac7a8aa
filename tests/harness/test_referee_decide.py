"""Observation and check in, outcome out: pure, so tested without a sandbox."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.canonical import canonical
from dreambench_lib.harness.referee import decide
from dreambench_lib.harness.referee.decide import MOST_SHOWN, look
from dreambench_lib.harness.sandboxes.base import Observation
from dreambench_lib.traps.checks import Call, Check, Equals, Look, Run
from dreambench_lib.trees import Entry, text_tree

TREE = {**text_tree({"made.txt": "a\nEOD\n"}), b"link": Entry("link", b"made.txt")}
CALL, RUN, LOOK = Call(target="m:f"), Run(argv=("python", "x.py")), Look(path="made.txt")


def check(probe: Any, **demands: Any) -> Check:
    return Check(id="c", kind="presence", session=3, probe=probe, **demands)


def reason(one: Check, data: bytes) -> str:
    outcome = decide(one, Observation("ok", data=data), TREE)
    assert outcome.passed == (not outcome.reason)
    return outcome.reason


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@given(json_values, json_values)
def test_equal_means_equal_canonical_json(first: Any, second: Any) -> None:
    same = canonical(first) == canonical(second)
    one = check(CALL, equals=Equals(value=first))
    assert (reason(one, canonical(second).encode()) == "") is same
    assert reason(one, canonical(first).encode()) == ""


@pytest.mark.parametrize(("expected", "seen"), [(1, "true"), (1, "1.0"), (1, '"1"'), ("", "null")])
def test_look_alikes_differ(expected: Any, seen: str) -> None:
    assert reason(check(CALL, equals=Equals(value=expected)), seen.encode()) != ""


@given(st.dictionaries(st.text(), st.text(), min_size=1))
def test_every_text_of_a_result_is_found_however_it_is_escaped(value: dict[str, str]) -> None:
    data = canonical(value).encode()
    for text in [*value, *value.values()]:
        if text:
            assert reason(check(CALL, has=(text,)), data) == ""
            shown = reason(check(CALL, anchor=("{",), lacks=(text,)), data)
            assert shown == f"saw {json.dumps(text)}"


def test_commands_are_compared_as_text_or_with_a_file() -> None:
    assert reason(check(RUN, equals=Equals(value="a\n")), b"a\n") == ""
    assert reason(check(RUN, equals=Equals(value="a")), b"a\n") == "not the expected value"
    assert reason(check(RUN, equals_file="made.txt"), b"a\nEOD\n") == ""
    assert reason(check(RUN, equals_file="made.txt"), b"a\nEOD") == "output differs from made.txt"
    assert reason(check(RUN, equals_file="absent"), b"") == "absent: no such file"
    assert reason(check(RUN, equals_file="link"), b"") == "link: not a regular file"
    assert reason(check(RUN, has=("a",)), b"a\xff") == "not UTF-8"
    assert reason(check(RUN, has=("a", "b"), lacks=("c",)), b"a") == 'did not see "b"'
    assert reason(check(RUN, anchor=("a",), lacks=("c",)), b"a c") == 'saw "c"'
    assert reason(check(RUN, anchor=("a",), lacks=("c",)), b"") == 'did not see "a"'


def test_looking_reads_regular_files_only() -> None:
    assert look(TREE, "made.txt").data == b"a\nEOD\n"
    assert look(TREE, "link").reason == "not a regular file"
    assert look(TREE, "absent").reason == "no such file"
    assert reason(check(LOOK, has=("EOD",)), b"a\nEOD\n") == ""
    assert reason(check(LOOK, lacks=("EOD",)), b"a\nEOD\n") == 'saw "EOD"'


@given(st.sampled_from(["timeout", "no answer", ""]), json_values)
def test_a_failed_observation_never_passes(why: str, value: Any) -> None:
    for one in (check(CALL, equals=Equals(value=value)), check(LOOK, lacks=("x",))):
        outcome = decide(one, Observation("failed", why, canonical(value).encode()), TREE)
        assert not outcome.passed
        assert outcome.reason


@pytest.mark.parametrize(
    "data", ["null", '""', "[]", "{}", '[null, ""]', '{"": null}', '[[], {"": []}]', '" \\n"']
)
def test_where_nothing_is_shown_nothing_is_proved(data: str) -> None:
    assert reason(check(CALL, lacks=("OLD",)), data.encode()) == "nothing to see"


@pytest.mark.parametrize("data", ["0", "false", '"x"', '[""," x"]', '{"a":null}', '"€"', '"null."'])
def test_whatever_is_shown_can_lack_a_text(data: str) -> None:
    assert reason(check(CALL, lacks=("OLD",)), data.encode()) == ""


def test_an_empty_file_lacks_nothing() -> None:
    for data in (b"", b"\n \n"):
        assert reason(check(LOOK, lacks=("OLD",)), data) == "nothing to see"


def test_an_empty_output_equals_no_file() -> None:
    tree = text_tree({"made.txt": ""})
    seen = decide(check(RUN, equals_file="made.txt"), Observation("ok"), tree)
    assert (seen.passed, seen.reason) == (False, "made.txt is empty, and so is the output")


def test_a_text_among_too_many_others_proves_nothing() -> None:
    for size, right in ((MOST_SHOWN, True), (MOST_SHOWN + 1, False)):
        data = b"EOD" + b"." * (size - 3)
        for probe in (RUN, LOOK):
            assert (reason(check(probe, has=("EOD",)), data) == "") is right
        assert reason(check(RUN, anchor=("EOD",), lacks=("OLD",)), data) == ""
    assert reason(check(RUN, has=("OLD",)), b"." * 2 * MOST_SHOWN) == 'did not see "OLD"'
