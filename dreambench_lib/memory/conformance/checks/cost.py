"""What a session costs: seconds, model calls, tokens, bytes on disk. Reported, never judged."""

from __future__ import annotations

from statistics import median

from dreambench_lib.memory.conformance.check import Check, Told
from dreambench_lib.memory.conformance.ground import Ground
from dreambench_lib.memory.conformance.sessions import SUBJECTS, fact, marker, query, session

SESSIONS, A_SESSION = 5, 4


def run(ground: Ground) -> Told:
    calls, tokens = ground.spent
    life = ground.life()
    for number in range(1, SESSIONS + 1):
        life.ask(query(number))
        mine = range(A_SESSION * (number - 1), A_SESSION * number)
        life.live(session(number, [fact(SUBJECTS[one], marker("cost", one)) for one in mine]))
    spent = [after - before for after, before in zip(ground.spent, (calls, tokens), strict=True)]
    held = sum(one.stat().st_size for one in life.space.folder.rglob("*") if one.is_file())
    figures = {
        "write ms": round(1000 * median(life.writes), 2),
        "read ms": round(1000 * median(life.reads), 2),
        "calls a session": round(spent[0] / SESSIONS, 2),
        "tokens a session": round(spent[1] / SESSIONS, 1),
        "bytes kept": float(held),
    }
    metered = "" if ground.model is not None else " (of a metered model; it was given none)"
    return Told(
        f"{figures['write ms']} ms to write, {figures['read ms']} ms to read, "
        f"{figures['calls a session']:g} calls a session{metered}",
        figures,
    )


CHECK = Check("cost", "Seconds, calls and tokens of a session.", run, judged=False)
