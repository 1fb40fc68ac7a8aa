"""Order and metadata: sources lead from what is shown to the session it came from."""

from __future__ import annotations

from dreambench_lib.memory.conformance.check import Broken, Check, NotRun, Told
from dreambench_lib.memory.conformance.ground import Ground, Life
from dreambench_lib.memory.conformance.sessions import SUBJECTS, fact, marker, query, session
from dreambench_lib.records import Recall

SESSIONS, A_SESSION = 3, 2


def run(ground: Ground) -> Told:
    life = ground.life()
    came: dict[str, int] = {}
    for number in range(1, SESSIONS + 1):
        values = [marker("sources", 10 * number + place) for place in range(A_SESSION)]
        came |= dict.fromkeys(values, number)
        subjects = SUBJECTS[A_SESSION * number :]
        life.live(session(number, [fact(*pair) for pair in zip(subjects, values, strict=False)]))
    recalls = [one for one in life.settle(query(SESSIONS + 1), came) if one.admitted]
    if not recalls:
        raise NotRun("nothing came back")
    _known(life, recalls)
    for value, number in came.items():
        holding = [one for one in recalls if value in one.text]
        sessions = {found for one in holding for found in _sessions(life, one)}
        if holding and number not in sessions:
            raise Broken(
                f"what came in session {number} is said to be from session "
                f"{', '.join(map(str, sorted(sessions)))}"
            )
    return Told(f"{len(recalls)} recalls name the sessions they came from")


def _known(life: Life, recalls: list[Recall]) -> None:
    known = {*life.notes, *life.episodes}
    bare = sum(not one.sources for one in recalls)
    if bare:
        raise Broken(
            f"{bare} of {len(recalls)} recalls name no sources: the context cannot say of which "
            "session and date they are"
        )
    strange = [name for one in recalls for name in one.sources if name not in known]
    if strange:
        raise Broken(f"source {strange[0]!r} is the id of no note or episode that was written")


def _sessions(life: Life, recall: Recall) -> set[int]:
    held = [life.notes.get(name) or life.episodes[name] for name in recall.sources]
    return {one.session for one in held}


CHECK = Check("sources", "Recalls name the notes or sessions they came from.", run)
