"""Content words: what a phrase is about, whatever its order and inflection."""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"[a-z][a-z0-9'-]*")
_STOP = frozenset(
    re.findall(
        r"\S+",
        """
    a about above after again against all also always am an and another any anybody anyone anything
    are as ask asked asks at away back be became because become becomes been before being below both
    but by call called came can cannot change changed changes come comes confirm confirmed could did
    do does doing don't done down during each either else end even ever every everybody everyone
    everything exactly except few for from get gets give given gives go goes going gone got had has
    have having he hence henceforth her here him his how however i if in instead into is it its
    itself just keep keeps kept know known last later let letter like literally longer look made
    make makes many matter may me mean means might more most much must my need needs neither never
    new no nobody none nor not nothing now of off old on once one only onward onwards or other our
    out over own per please previous put puts rather read reads really remain remains replace
    replaced replaces said same say says see seen send sends sent set sets shall she should since so
    some something stay stays still such switch take taken takes tell than that the their them then
    there these they thing things this those though through thus to today told too under until up
    update updated us use used uses using value values very via want wants was we well went were
    what when where whether which while who whose why will with within without won't would write
    writes written yes yet you your notice bulletin incident ticket memo circular please note
    effect immediate print prints printed emit stamp append quote return pass enter move moved think
    believe agree agreed decide decided
    apply applies applied hold holds held valid meant intended limited
    restricted concern concerns
    """,
    )
)


def stem(word: str) -> str:
    """Plural and possessive marks off.

    >>> [stem(word) for word in ("footers", "carrier's", "address", "entries")]
    ['footer', 'carrier', 'address', 'entry']
    """
    word = word.removesuffix("'s").strip("'-")
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def stems(text: str) -> tuple[str, ...]:
    """Sorted stems of the content words.

    >>> stems("The closing line of every export is now")
    ('closing', 'export', 'line')
    """
    words = (word for word in _WORD.findall(text.lower().replace("’", "'")) if word not in _STOP)
    return tuple(sorted({root for word in words if len(root := stem(word)) > 1}))


def alike(first: Iterable[str], second: Iterable[str]) -> float:
    """Overlap coefficient: 1 when one phrase says no more than the other; 0 if either is empty.

    >>> alike(("closing", "line"), ("closing", "export", "line"))
    1.0
    """
    a, b = set(first), set(second)
    return len(a & b) / min(len(a), len(b)) if a and b else 0.0
