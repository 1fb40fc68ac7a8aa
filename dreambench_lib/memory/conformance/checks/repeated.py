"""Reads that are made again: the same answer each time, and no trace of other reads.

A memory that answers by lot and one that changes by being read look alike from one read to the
next. Two memories that lived through the same tell them apart: what changes both in the same way is
no lot.
"""

from __future__ import annotations

from dreambench_lib.canonical import canonical
from dreambench_lib.memory.conformance.check import Broken, Check, NotRun, Told
from dreambench_lib.memory.conformance.ground import Ground, Life, text_of
from dreambench_lib.memory.conformance.sessions import (
    PROMPT,
    SUBJECTS,
    fact,
    marker,
    query,
    session,
)

TIMES = 3
OTHERS = (f"{PROMPT} And now only the cedar one.", "Something else altogether.", PROMPT[:20])
_NOTHING = "nothing came back"


def same(ground: Ground) -> Told:
    """The same read returns the same bytes."""
    first, second = _twins(ground)
    reads, others = (_asked(life, [PROMPT] * TIMES) for life in (first, second))
    if len(set(reads)) == 1:
        alike = "" if reads == others else "; under another namespace it answers otherwise"
        return Told(f"{TIMES} reads gave the same bytes{alike}")
    if reads == others:
        return Told("the same reads in the same order give the same answers; see quiet-reads")
    kept = len({canonical(sorted(text.split("\n"))) for text in _texts(first)}) == 1
    what = "the order of the recalls differs" if kept else "what is recalled differs"
    raise Broken(f"{what} between reads of the same question")


def quiet(ground: Ground) -> Told:
    """Reads leave no trace in what a later read returns."""
    first, second = _twins(ground)
    asked = [PROMPT, *OTHERS, PROMPT]
    reads, others = (_asked(life, asked) for life in (first, second))
    if reads[0] == reads[-1]:
        return Told(f"{len(OTHERS)} other reads left no trace")
    if reads != others:
        raise NotRun("repeated reads differ anyway: see determinism")
    raise Broken("a read changed what a later read of the same question returned")


def _twins(ground: Ground) -> tuple[Life, Life]:
    """Two memories that lived through the same sessions."""
    values = [marker("repeated", number) for number in range(8)]
    facts = [fact(*pair) for pair in zip(SUBJECTS, values, strict=False)]
    lives = ground.life("a"), ground.life("b")
    for life in lives:
        life.live(session(1, facts[:4]), session(2, facts[4:]))
        if not life.settle(query(3), values):
            raise NotRun(_NOTHING)
    return lives


def _asked(life: Life, prompts: list[str]) -> list[str]:
    return [
        canonical([[one.text, one.sources, one.status, one.admitted] for one in life.ask(asked)])
        for asked in (query(3, prompt) for prompt in prompts)
    ]


def _texts(life: Life) -> list[str]:
    return [text_of(life.ask(query(3))) for _ in range(TIMES)]


SAME = Check("determinism", "The same question gets the same answer.", same)
QUIET = Check("quiet-reads", "A read does not change later reads.", quiet)
