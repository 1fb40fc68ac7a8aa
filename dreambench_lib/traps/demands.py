"""Rules on lists of traps; each gives its faults as clauses of a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from .overlap import closest_traps
from .template import Template

Traps = Sequence[Template]


def ids(traps: Traps) -> list[str]:
    """No id twice (a case-blind disk would merge two), and an id's code is the construct's."""
    faults = [
        f"{count} traps are called {name}: rename one"
        for name, count in Counter(trap.id.lower() for trap in traps).items()
        if count > 1
    ]
    for trap in traps:
        code = trap.id.split("-")[0]
        if code[:1] == "C" and code[1:].isdigit() and code != trap.construct_id:
            faults.append(f"{trap.id} has construct {trap.construct_id}: rename its folder")
    return faults


def _by_construct(traps: Iterable[Template]) -> Counter[str]:
    return Counter(trap.construct_id for trap in traps)


def exactly(traps: Traps, wanted: Mapping[str, int]) -> list[str]:
    """As many traps of each construct as wanted, no more."""
    found = _by_construct(traps)
    return [
        f"{code}: {found[code]} traps in core, not {wanted.get(code, 0)}"
        for code in dict.fromkeys([*wanted, *found])
        if wanted and found[code] != wanted.get(code, 0)
    ]


def beyond(traps: Traps, wanted: Mapping[str, int]) -> list[str]:
    """At least as many extended traps of each construct as wanted."""
    found = _by_construct(trap for trap in traps if trap.set == "extended")
    return [
        f"{code}: {found[code]} extended traps, {least} are needed"
        for code, least in wanted.items()
        if found[code] < least
    ]


def each(traps: Traps, codes: Collection[str], least: int) -> list[str]:
    """At least `least` traps of each construct in all."""
    found = _by_construct(traps)
    return [
        f"{code}: {found[code]} traps in all, {least} are needed"
        for code in codes
        if found[code] < least
    ]


def clean(traps: Traps, least: int) -> list[str]:
    """Enough last sessions that start from the clean fixture."""
    found = sum(trap.start == "clean" for trap in traps)
    return [f"{found} core traps start clean, {least} are needed"] if found < least else []


def spread(traps: Traps, fixtures: int, of_construct: int) -> list[str]:
    """Enough fixtures, and enough under every construct of four or more traps."""
    found = len({trap.fixture.name for trap in traps})
    faults = [f"{found} fixtures, {fixtures} are needed"] if found < fixtures else []
    for code, count in _by_construct(traps).items():
        under = {trap.fixture.name for trap in traps if trap.construct_id == code}
        if count >= 4 and len(under) < of_construct:
            faults.append(
                f"{count} {code} traps over {len(under)} fixtures, {of_construct} are needed"
            )
    return faults


def defeats_newest(trap: Template) -> bool:
    """Claimed by ``beats``, and tried by the gate newest-first."""
    return "newest" in trap.beats


def has_sister(trap: Template) -> bool:
    """Whether another field's value of the same form stands in its notes (an irrelevant fact)."""
    return trap.construct_id != "C10" and any(
        fact.status == "irrelevant" and trap.slot(fact.slot).form for fact in trap.facts
    )


def half(
    traps: Traps, codes: Sequence[str], holds: Callable[[Template], bool], what: str
) -> list[str]:
    """At least half of each construct's traps; of a lone trap nothing is asked."""
    faults = []
    for code in codes:
        mine = [trap for trap in traps if trap.construct_id == code]
        good = sum(map(holds, mine))
        if len(mine) > 1 and 2 * good < len(mine):
            faults.append(f"{good} of {len(mine)} {code} traps {what}, half are needed")
    return faults


def apart(traps: Traps, most: float) -> list[str]:
    """No two traps share more than `most` of the smaller one's n-grams."""
    return [
        f"{pair.first} and {pair.second} share {pair.share:.1%} of their n-grams "
        f"({pair.phrase!r}), {most:.1%} may be"
        for pair in closest_traps(traps)
        if pair.share > most
    ]
