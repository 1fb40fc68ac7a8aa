"""What reads and sleeps cost at growing sizes (`make bench`; nothing is asserted about time).

Notes are made up: words as rare as in prose, things with four versions each, 16 notes a session.
`growth exponent` = log(time ratio) / log(size ratio) from the size before: 1 is linear. That the
work does not grow is asserted in the tests, by counts.
"""

from __future__ import annotations

import math
import random
import tracemalloc
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.memory.conditions import build, condition
from dreambench_lib.memory.protocol import Memory, Space
from dreambench_lib.records import Episode, Note, Query

SIZES = [100, 1_000, 10_000, 100_000]
SYSTEMS = ["B2", "B5", "DF-hybrid-rules"]
PER_SESSION = 16
VERSIONS = 4
"""So many sessions in a row speak of the same things, each with other values."""
CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"
COMMON = ("the", "of", "and", "to", "a", "in", "for", "is", "on", "that", "with", "export")


def word(number: int) -> str:
    """An invented word; the same number always gives the same."""
    out = ""
    while number or len(out) < 4:
        number, low = divmod(number, len(CONSONANTS) * len(VOWELS))
        out += CONSONANTS[low // len(VOWELS)] + VOWELS[low % len(VOWELS)]
    return out


def prose(draw: random.Random, count: int) -> str:
    """Words as in a language: a few in every text, most of them rare (Zipf's law)."""
    ranks = (int(len(COMMON) * (draw.paretovariate(0.9) - 1)) for _ in range(count))
    return " ".join(COMMON[r] if r < len(COMMON) else word(r % 100_000) for r in ranks)


def thing(number: int) -> str:
    """What a note is about: words of its own, as the things of a project have."""
    return f"{word(7 * number + 1)} {word(11 * number + 2)} {word(13 * number + 3)}"


def notes(session: int) -> tuple[Note, ...]:
    draw = random.Random(session)
    made = []
    for place in range(PER_SESSION):
        number = (session - 1) // VERSIONS * PER_SESSION + place
        value = f"QX-{place}k{session:05x}-{place}"
        said = f"Notice N-{session}{place:02}: the {thing(number)} is {value}. "
        made.append(
            Note(
                id=f"n{session}-{place}", text=said + prose(draw, 30), session=session,
                date=f"{2000 + session // 300}-{1 + session // 25 % 12:02}-{1 + session % 25:02}",
                author="carrier", about="ledger",
            )
        )  # fmt: skip
    return tuple(made)


def episode(session: int) -> Episode:
    return Episode(
        id=f"e{session}", project="ledger", session=session, prompt="", context="", diff="",
        output="", notes=notes(session),
    )  # fmt: skip


def query(session: int) -> Query:
    return Query(
        project="ledger", session=session, files=("src/footer.py",),
        prompt=f"Print the {thing(5)} of the export and the marker, as that is in use for a year",
    )  # fmt: skip


class Grown:
    """A memory that holds so many notes, and takes one session more at a time."""

    def __init__(self, name: str, size: int, folder: Path) -> None:
        self.memory: Memory = build(condition(name), Space(folder, "bench"))
        self.sessions = 0
        for number in range(1, -(-size // PER_SESSION) + 1):
            self.hear()
            if number % 128 == 0:  # not after each: building is not what is measured
                self.memory.sleep()
        self.memory.sleep()
        self.read()  # what is put off until a read is done before one is timed

    def hear(self) -> None:
        self.sessions += 1
        self.memory.write(episode(self.sessions))

    def read(self) -> None:
        assert self.memory.read(query(self.sessions + 1))


@pytest.fixture(scope="module")
def memories(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, int], Grown]:
    @cache
    def made(name: str, size: int) -> Grown:
        return Grown(name, size, tmp_path_factory.mktemp("bench"))

    return made


MEDIANS: dict[tuple[str, int], float] = {}


def timed(benchmark: Any, group: str, size: int, call: Callable[[], object], **given: Any) -> None:
    """Time a call, and say how its median grows from the last size to this one."""
    benchmark.group = group
    benchmark.pedantic(call, **given)
    if benchmark.stats is None:  # --benchmark-disable
        return
    MEDIANS[group, size] = benchmark.stats.stats.median
    if before := MEDIANS.get((group, size // 10)):
        exponent = math.log10(MEDIANS[group, size] / before)
        benchmark.extra_info["growth exponent"] = round(exponent, 2)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SYSTEMS)
def test_read(benchmark: Any, memories: Any, name: str, size: int) -> None:
    """A read of a store that did not change since the last one."""
    held = memories(name, size)
    timed(benchmark, f"read, {name}", size, held.read, rounds=21, warmup_rounds=2)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SYSTEMS)
def test_read_after_a_session(benchmark: Any, memories: Any, name: str, size: int) -> None:
    """The first read after one more session of 16 notes, which is what a run does."""
    held = memories(name, size)

    def one_more() -> None:
        held.hear()
        held.memory.sleep()

    group = f"read after a session, {name}"
    timed(benchmark, group, size, held.read, setup=one_more, rounds=11)


@pytest.mark.parametrize("size", SIZES)
def test_sleep(benchmark: Any, memories: Any, size: int) -> None:
    """The sleep after one more session of 16 notes."""
    held = memories("DF-hybrid-rules", size)
    held.hear()
    held.memory.sleep()
    group = "sleep after one session, DF-hybrid-rules"
    timed(benchmark, group, size, held.memory.sleep, setup=held.hear, rounds=11)


@pytest.mark.parametrize("size", SIZES[:2])
def test_sleep_where_all_speak_of_one_thing(
    benchmark: Any, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worst case: each new value puts all older ones away anew, so a sleep is linear."""
    monkeypatch.setitem(globals(), "thing", lambda number: "closing line")
    held = Grown("DF-hybrid-rules", size, tmp_path)
    group = "sleep after one session, one thing only, DF-hybrid-rules"
    timed(benchmark, group, size, held.memory.sleep, setup=held.hear, rounds=3)


@pytest.mark.parametrize("name", SYSTEMS)
def test_memory_use(benchmark: Any, name: str, tmp_path: Path) -> None:
    """Python's memory for 10,000 notes, given per 100,000 items (a note is two to the probe)."""
    found: dict[str, float] = {}

    def measured() -> None:
        tracemalloc.start()
        held = Grown(name, 10_000, tmp_path)
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        store = getattr(held.memory, "store", None)
        items = len(store.items) + len(store.capsules) if store else held.sessions * PER_SESSION
        found["MB per 100,000 items"] = round(size / items / 10)

    benchmark.group = "memory use"
    benchmark.pedantic(measured, rounds=1)
    benchmark.extra_info.update(found)
