"""Nothing hidden goes in, and what comes out was given: words of its own are reported."""

from __future__ import annotations

import re

from dreambench_lib.memory.conformance.check import Broken, Check, Told
from dreambench_lib.memory.conformance.ground import Ground, text_of
from dreambench_lib.memory.conformance.payload import Hidden
from dreambench_lib.memory.conformance.sessions import SUBJECTS, fact, marker, query, session

SESSIONS, _LISTED = 3, 5
_WORD = re.compile(r"\w[\w.-]*")


def run(ground: Ground) -> Told:
    life = ground.life()
    asked = query(SESSIONS + 1)
    try:
        for number in range(1, SESSIONS + 1):
            life.live(session(number, [fact(SUBJECTS[number], marker("given", number))]))
        recalls = life.settle(asked, [marker("given", SESSIONS)])
    except Hidden as fault:
        raise Broken(str(fault)) from None
    payloads = [one.model_dump_json() for one in life.episodes.values()]
    given = _words("\n".join([*payloads, asked.model_dump_json()]))
    own = sorted(_words(text_of(recalls)) - given)
    listed = ", ".join(own[:_LISTED]) + " …" * (len(own) > _LISTED)
    adds = f"adds {len(own)} words that nobody gave it ({listed})" if own else "adds no words"
    return Told(f"{len(payloads)} payloads held nothing hidden; {adds}")


def _words(text: str) -> set[str]:
    return {word.strip(".-_").lower() for word in _WORD.findall(text.replace("\\n", "\n"))}


CHECK = Check("payload", "Nothing hidden is handed to a memory.", run)
