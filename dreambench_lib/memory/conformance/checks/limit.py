"""The requested limit reaches the store: no fewer are given than were asked for, nor a few more.

A memory may leave the cut to the harness and list all it holds. One that takes the limit must keep
it, and one that gives the same few whatever is asked ignores it.
"""

from __future__ import annotations

from dreambench_lib.memory.budget import cut, words
from dreambench_lib.memory.conformance.check import Broken, Check, Lost, NotRun, Told
from dreambench_lib.memory.conformance.ground import Ground, Life, missing, text_of
from dreambench_lib.memory.conformance.sessions import SUBJECTS, fact, marker, query, session
from dreambench_lib.records import Budget, Recall

A_SESSION, FEW, MANY, WORDS = 8, 2, 20, 40


def run(ground: Ground) -> Told:
    life = ground.life()
    values = [marker("limit", number) for number in range(len(SUBJECTS))]
    facts = [fact(*pair) for pair in zip(SUBJECTS, values, strict=True)]
    for number, start in enumerate(range(0, len(facts), A_SESSION), start=1):
        life.live(session(number, facts[start : start + A_SESSION]))
    everything = _admitted(life.settle(query(4), values))
    if not everything:
        raise NotRun("nothing came back")
    return Told(f"{_items(life, values, len(everything))}; {_words(life, everything)}")


def _items(life: Life, values: list[str], most: int) -> str:
    few, many = (_admitted(life.ask(query(4, items=items))) for items in (FEW, MANY))
    seen = len(values) - len(missing(values, many))
    if seen < MANY and len(few) == len(many) == most:
        raise Lost(
            f"the requested limit is ignored: {most} recalls whether {FEW}, {MANY} or all of "
            f"{len(values)} were asked for"
        )
    if seen < MANY:
        raise Lost(f"{MANY} of {len(values)} were asked for, and {seen} came back")
    if FEW < len(few) < len(many):
        raise Broken(
            f"asked for {FEW} it gave {len(few)}, asked for {MANY} it gave {len(many)}: it takes "
            "the limit and does not keep it"
        )
    return "keeps the limit" if len(few) < len(many) else "leaves the cut of items to the harness"


def _words(life: Life, everything: list[Recall]) -> str:
    whole, tight = words(text_of(everything)), words(text_of(life.ask(query(4, words=WORDS))))
    usual = query(4, items=Budget().items, words=Budget().words)
    if not any(item.shown for item in cut(life.ask(usual), Budget())):
        raise Broken(
            f"no recall fits into {Budget().items} items and {Budget().words} words: nothing is "
            "ever shown"
        )
    if tight == 0:
        raise Lost(f"asked for {WORDS} words it gives none")
    if tight == whole:
        return "leaves the cut of words to the harness"
    # Who merges notes may keep one piece of each item; the harness then passes over what is too
    # long, as for anybody.
    return "keeps the budget" if tight <= WORDS else f"gives {tight} words where {WORDS} are asked"


def _admitted(recalls: list[Recall]) -> list[Recall]:
    return [one for one in recalls if one.admitted]


CHECK = Check("limit", "The limit and budget of a query are honoured.", run)
