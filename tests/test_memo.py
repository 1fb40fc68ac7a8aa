"""What is remembered is what would be said anew, and never more than was allowed."""

from __future__ import annotations

import gc

from dreambench_lib import memo
from dreambench_lib.memo import Memo, Same, if_small


def test_an_answer_is_worked_out_once() -> None:
    asked: list[str] = []

    @if_small(4, len)
    def shout(text: str) -> str:
        asked.append(text)
        return text.upper()

    assert [shout("a"), shout("b"), shout("a")] == ["A", "B", "A"]
    assert asked == ["a", "b"]


def test_what_is_large_is_worked_out_each_time() -> None:
    asked: list[int] = []

    @if_small(4, len)
    def count(text: str) -> int:
        asked.append(len(text))
        return len(text)

    large = "x" * (memo.SMALL + 1)
    assert count(large) == count(large) == memo.SMALL + 1
    assert len(asked) == 2


def test_a_memo_is_bounded() -> None:
    kept: Memo[int] = Memo(3)
    for number in range(10):
        kept[number] = number
        assert kept[number] == number
        assert len(kept) <= 3


def test_the_same_is_no_equal_object_and_outlives_its_maker() -> None:
    first, second = {"a": 1}, {"a": 1}
    assert Same(first) == Same(first)
    assert Same(first) != Same(second)
    kept = {Same(first): "first"}
    del first
    gc.collect()
    others = [{"a": number} for number in range(1000)]
    assert not any(Same(other) in kept for other in others)
