"""What was written is read back, and the suite sees it: nobody sleeps and hopes."""

from __future__ import annotations

import time

from dreambench_lib.memory.conformance.check import Check, Lost, Told
from dreambench_lib.memory.conformance.ground import Ground, missing
from dreambench_lib.memory.conformance.sessions import SUBJECTS, fact, marker, query, session

SESSIONS = 3


def run(ground: Ground) -> Told:
    life = ground.life()
    values = [marker("readback", number) for number in range(1, SESSIONS + 2)]
    for number, value in enumerate(values[:-1], start=1):
        life.live(session(number, [fact(SUBJECTS[number], value)]))
    start = time.perf_counter()
    recalls = life.settle(query(SESSIONS + 1), values[:-1])
    seconds = time.perf_counter() - start
    gone = missing(values[:-1], recalls)
    if len(gone) == SESSIONS:
        raise Lost(
            f"nothing came back: {SESSIONS} sessions written, none in {len(recalls)} recalls"
        )
    if gone == values[SESSIONS - 1 : SESSIONS]:
        raise Lost(
            f"the last write is lost: session {SESSIONS} did not come back, those before did"
        )
    if gone:
        raise Lost(f"{len(gone)} of {SESSIONS} sessions did not come back")
    life.live(session(SESSIONS + 1, [fact(SUBJECTS[SESSIONS + 1], values[-1])]))
    if missing(values, life.settle(query(SESSIONS + 2), values)):
        raise Lost("what is written after a read does not come back")
    return Told(f"{SESSIONS + 1} sessions came back", {"seconds until shown": round(seconds, 4)})


CHECK = Check("read-back", "What was written and flushed is shown by a read.", run)
