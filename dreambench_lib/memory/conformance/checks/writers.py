"""Two sessions' worth of cells at once: two namespaces, two threads, nothing lost or mixed."""

from __future__ import annotations

import threading

from dreambench_lib.memory.conformance.check import Broken, Check, Lost, NotRun, Told
from dreambench_lib.memory.conformance.ground import Ground, text_of
from dreambench_lib.memory.conformance.sessions import SUBJECTS, fact, marker, query, session

WRITERS, SESSIONS = 2, 6


class _Writer(threading.Thread):
    def __init__(self, ground: Ground, number: int, start: threading.Barrier) -> None:
        super().__init__(daemon=True)
        self.values = [marker(f"writer-{number}", place) for place in range(SESSIONS)]
        self.fault: BaseException | None = None
        self.shown = ""
        self._ground, self._number, self._barrier = ground, number, start

    def run(self) -> None:
        try:
            self._barrier.wait(10.0)
            # Built here: a store may belong to the thread that opened it, as in a real run.
            life = self._ground.life(f"w{self._number}")
            for place, value in enumerate(self.values):
                life.live(session(place + 1, [fact(SUBJECTS[place], value)]))
            self.shown = text_of(life.settle(query(SESSIONS + 1), self.values))
        except BaseException as fault:  # a memory may raise SystemExit too
            self.fault = fault


def run(ground: Ground) -> Told:
    barrier = threading.Barrier(WRITERS)
    writers = [_Writer(ground, number, barrier) for number in range(WRITERS)]
    for one in writers:
        one.start()
    for one in writers:
        one.join()
    for one in writers:
        if one.fault is not None:
            said = " ".join(f"{type(one.fault).__name__}: {one.fault}".split())
            raise Broken(f"one of {WRITERS} writers at once was refused: {said}")
    if not any(one.shown for one in writers):
        raise NotRun("nothing came back")
    for one, other in zip(writers, reversed(writers), strict=True):
        if any(value in one.shown for value in other.values):
            raise Broken("what one writer wrote is shown to the other")
    gone = sum(value not in one.shown for one in writers for value in one.values)
    if gone:
        raise Lost(f"{gone} of {WRITERS * SESSIONS} sessions that were written at once are lost")
    return Told(f"{WRITERS} writers at once, {WRITERS * SESSIONS} sessions, all came back")


CHECK = Check("two-writers", "Two namespaces can be written at once.", run)
