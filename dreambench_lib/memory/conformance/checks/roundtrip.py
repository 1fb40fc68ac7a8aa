"""Sixty tokens, byte for byte: look-alike hyphens, scripts, spaces, quotes, code, 10 kB."""

from __future__ import annotations

from dreambench_lib.memory.conformance.check import Broken, Check, Lost, NotRun, Told
from dreambench_lib.memory.conformance.ground import Ground, Life, text_of
from dreambench_lib.memory.conformance.sessions import PROMPT, SUBJECTS, query, session
from dreambench_lib.memory.conformance.tokens import FRAMED, Framed, change

A_SESSION = 15
_LISTED = 3


def run(ground: Ground) -> Told:
    life = ground.life()
    for number, start in enumerate(range(0, len(FRAMED), A_SESSION), start=1):
        life.live(session(number, [_told(one) for one in FRAMED[start : start + A_SESSION]]))
    shown = text_of(life.settle(query(9), [one.text for one in FRAMED]))
    changes = {one: _asked_again(life, one, said) if (said := change(one, shown)) else ""
               for one in FRAMED}  # fmt: skip
    wrong = {one: said for one, said in changes.items() if said not in ("", "lost")}
    lost = [one.label for one, said in changes.items() if said == "lost"]
    if len(lost) == len(FRAMED) and not text_of(life.ask(query(9))):
        raise Lost("nothing came back") if ground.condition.forbids else NotRun("nothing came back")
    if wrong:
        listed = "; ".join(f"{one.label}: {said}" for one, said in list(wrong.items())[:_LISTED])
        cut = all(said.startswith("cut") for said in wrong.values())
        kind = Lost if cut else Broken
        raise kind(f"{len(wrong)} of {len(FRAMED)} tokens came back changed ({listed})")
    if lost:
        few = ", ".join(lost[:_LISTED]) + " …" * (len(lost) > _LISTED)
        raise Lost(f"{len(lost)} of {len(FRAMED)} tokens did not come back ({few})")
    return Told(f"{len(FRAMED)} tokens came back byte for byte")


def _told(one: Framed) -> str:
    """A sentence about a thing of its own: no token is news about another."""
    more, place = divmod(int(one.label[1:]), len(SUBJECTS))
    return f"The {SUBJECTS[place]}{SUBJECTS[more]} token is {one.text}."


def _asked_again(life: Life, one: Framed, said: str) -> str:
    """A token that one large read did not show may be found when it is asked for by name."""
    by_name = query(9, f"{PROMPT} What is the token {one.label}?")
    return change(one, text_of(life.ask(by_name))) and said


CHECK = Check("round-trip", "Sixty tokens come back byte for byte.", run)
