"""When its backend is gone a memory raises: a silent empty read is the one wrong answer."""

from __future__ import annotations

from dreambench_lib.memory.conformance.check import Broken, Check, NotRun, Told
from dreambench_lib.memory.conformance.ground import Ground, Life, missing
from dreambench_lib.memory.conformance.sessions import fact, marker, query, session


def run(ground: Ground) -> Told:
    life, value = ground.life(), marker("dead", 1)
    life.live(session(1, [fact("amber", value)]))
    if missing([value], life.settle(query(2), [value])):
        raise NotRun("nothing came back")
    backends = ground.backends()
    if not backends:
        return Told("no backend was seen: it lives in this process")
    with ground.guard.dead(ground.spared):
        read = _read(life, value)
        write = _write(life)
    return Told(f"backend ({', '.join(backends)}) cut off: {read}; {write}")


def _read(life: Life, value: str) -> str:
    try:
        recalls = life.ask(query(2))
    except Exception as fault:
        return f"a read raises {type(fault).__name__}"
    if missing([value], recalls):
        raise Broken(
            f"its backend was gone, and a read returned {len(recalls)} recalls without a word"
        )
    return "a read answers from a copy of its own"


def _write(life: Life) -> str:
    try:
        life.live(session(2, [fact("birch", marker("dead", 2))]))
    except Exception as fault:
        return f"a write raises {type(fault).__name__}"
    raise Broken("its backend was gone, and a write was taken without a word")


CHECK = Check("dead-backend", "A memory whose backend is gone raises.", run)
