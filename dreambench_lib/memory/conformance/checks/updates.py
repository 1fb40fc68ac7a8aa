"""What becomes of a fact that is contradicted, and of one that is withdrawn: reported, not judged.

Showing both sides, in order, is as good a policy as showing the newer one; traps judge what
comes of it.
"""

from __future__ import annotations

from dreambench_lib.memory.conformance.check import Check, Told
from dreambench_lib.memory.conformance.ground import Ground
from dreambench_lib.memory.conformance.sessions import fact, marker, query, session
from dreambench_lib.records import Recall


def run(ground: Ground) -> Told:
    life = ground.life()
    old, new, gone = (marker("updates", number) for number in range(3))
    life.live(session(1, [fact("amber", old), fact("birch", gone)]))
    life.live(
        session(2, [
            f"From now on the amber marker is {new}.",
            "The birch marker is withdrawn: there is none any more.",
        ])
    )  # fmt: skip
    recalls = life.settle(query(3), [new])
    sides = {"old": _how(old, recalls), "new": _how(new, recalls)}
    shown = {name: how for name, how in sides.items() if how}
    survives = {0: "neither side", 1: f"the {next(iter(shown), '')} side", 2: "both sides"}
    marks = [f"{name} marked {how}" for name, how in shown.items() if how != "active"]
    withdrawn = _how(gone, recalls)
    return Told(
        f"of a contradiction {', '.join([survives[len(shown)], *marks])} can be shown; what was "
        f"withdrawn is {f'still shown ({withdrawn})' if withdrawn else 'not shown'}"
    )


def _how(value: str, recalls: list[Recall]) -> str:
    """The lifecycle mark under which a value may be shown; empty where it is not."""
    marks = [one.status for one in recalls if one.admitted and value in one.text]
    return marks[0] if marks else ""


CHECK = Check("updates", "Which side of a contradiction survives.", run, judged=False)
