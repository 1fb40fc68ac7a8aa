"""A new object on the same folder and namespace: does it know what the old one was told?

Nobody has to persist: in a run one object lives through a cell. A class that says so, with
``persistent = True``, is held to it.
"""

from __future__ import annotations

from dreambench_lib.memory.conformance.check import Broken, Check, NotRun, Told
from dreambench_lib.memory.conformance.ground import Ground, missing
from dreambench_lib.memory.conformance.sessions import fact, marker, query, session


def run(ground: Ground) -> Told:
    life, value = ground.life(), marker("restart", 1)
    life.live(session(1, [fact("amber", value)]))
    if missing([value], life.settle(query(2), [value])):
        raise NotRun("nothing came back")
    claimed = bool(getattr(life.memory, "persistent", False))
    again = life.again()
    recalls = again.settle(query(2), [value]) if claimed else again.ask(query(2))
    if not missing([value], recalls):
        return Told("a new object on the same folder knows what the old one was told")
    if claimed:
        raise Broken("it says that it persists, and a new object on the same folder is empty")
    return Told("starts empty; it does not say that it persists")


CHECK = Check("restart", "What claims to persist does.", run)
