"""What a read costs at growing sizes, and what a sleep does (`make bench`; nothing is asserted).

Notes are made up; a session has 16 of them. The growth exponent between two sizes is
log(time ratio) / log(size ratio): 1 is linear.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.memory.conditions import build, condition
from dreambench_lib.memory.probe.probe import Probe
from dreambench_lib.memory.protocol import Memory, Space
from dreambench_lib.records import Episode, Note, Query

SIZES = [100, 1_000, 10_000]
SYSTEMS = ["B2", "B5", "DF-hybrid-rules"]
PER_SESSION = 16
THINGS = ("header", "footer", "marker", "suffix", "prefix", "envelope", "limit", "batch", "export")
PARTS = ("closing", "opening", "monthly", "nightly", "express", "postal", "billing", "audit")
WORDS = (*PARTS, *THINGS)


def notes(session: int) -> tuple[Note, ...]:
    draw = random.Random(session)
    return tuple(
        Note(
            id=f"n{session}-{place}",
            text=f"Notice N-{session}{place}: the {draw.choice(PARTS)} {draw.choice(THINGS)} of "
            f"stage {session}x{place} is QX-{draw.randrange(10**6)}-{place}. "
            + " ".join(draw.choices(WORDS, k=30)),
            session=session,
            date="2026-01-01",
            author="carrier",
            about="ledger",
        )
        for place in range(PER_SESSION)
    )


def episode(session: int) -> Episode:
    return Episode(
        id=f"e{session}", project="ledger", session=session, prompt="", context="", diff="",
        output="", notes=notes(session),
    )  # fmt: skip


def grown(name: str, size: int, folder: Path) -> tuple[Memory, int]:
    """A memory that holds `size` notes; one sleep, so that making it takes no square of it."""
    memory = build(condition(name), Space(folder, "bench"))
    sessions = -(-size // PER_SESSION)
    for session in range(1, sessions + 1):
        memory.write(episode(session))
    memory.sleep()
    return memory, sessions


@pytest.fixture(scope="module")
def memories(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, int], Any]:
    return {
        (name, size): grown(name, size, tmp_path_factory.mktemp("bench"))
        for name in SYSTEMS
        for size in SIZES
    }


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SYSTEMS)
def test_read(benchmark: Any, memories: Any, name: str, size: int) -> None:
    memory, sessions = memories[name, size]
    benchmark.group = f"read, {name}"
    query = Query(
        project="ledger", session=sessions + 1, files=("src/footer.py",),
        prompt="Print the closing footer of the nightly export and stamp the marker",
    )  # fmt: skip
    benchmark.pedantic(memory.read, args=(query,), rounds=11, warmup_rounds=1)


@pytest.mark.parametrize("size", SIZES)
def test_sleep(benchmark: Any, tmp_path_factory: pytest.TempPathFactory, size: int) -> None:
    """The sleep after one more session of 16 notes."""
    benchmark.group = "sleep after one session, DF-hybrid-rules"
    memory, sessions = grown("DF-hybrid-rules", size, tmp_path_factory.mktemp("bench"))
    assert isinstance(memory, Probe)
    turns = iter(range(sessions + 1, sessions + 100))

    def one_more() -> None:
        memory.write(episode(next(turns)))

    benchmark.pedantic(memory.sleep, setup=one_more, rounds=3)
