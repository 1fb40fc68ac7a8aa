"""What is written under one namespace is read under no other, not even under its own beginning."""

from __future__ import annotations

from dreambench_lib.memory.conformance.check import Broken, Check, Told
from dreambench_lib.memory.conformance.ground import Ground, missing, text_of
from dreambench_lib.memory.conformance.sessions import SUBJECTS, fact, marker, query, session


def run(ground: Ground) -> Told:
    first = ground.life("a")
    lives = [first, ground.life("b", first.space.namespace[:-1]), ground.life("c")]
    values = [marker("isolation", number) for number in range(len(lives))]
    for life, value, subject in zip(lives, values, SUBJECTS, strict=False):
        life.live(session(1, [fact(subject, value)]))
    for life, value in zip(lives, values, strict=True):
        recalls = life.settle(query(2), [value])
        others = [one for one in values if one != value]
        if len(missing(others, recalls)) < len(others):
            raise Broken("a read shows what was written under another namespace")
    if text_of(ground.life("d").ask(query(2))):
        raise Broken("a namespace under which nothing was written is not empty")
    return Told(f"{len(lives) + 1} namespaces, nothing of another in any")


CHECK = Check("isolation", "Namespaces share nothing.", run)
