"""Word overlap: the deterministic similarity that every offline memory uses."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dreambench_lib.memory.remember import remembered

_RUN = re.compile(r"[a-z0-9_./-]+")


@remembered(1 << 13)
def tokens(text: str) -> frozenset[str]:
    """Lower-case runs of letters, digits and ``_ . / -``, without punctuation at the ends.

    >>> sorted(tokens("Change src/Footer.py, not QX-1."))
    ['change', 'not', 'qx-1', 'src/footer.py']
    """
    return frozenset(filter(None, (run.strip("./-") for run in _RUN.findall(text.lower()))))


def jaccard(first: frozenset[str], second: frozenset[str]) -> float:
    """Shared share of two token sets; 0 when both are empty."""
    union = len(first | second)
    return len(first & second) / union if union else 0.0


def coverage(asked: frozenset[str], held: frozenset[str]) -> float:
    """Share of `asked` that `held` has; 0 when nothing is asked."""
    return len(asked & held) / len(asked) if asked else 0.0


def files_named(files: Iterable[str], held: frozenset[str]) -> float:
    """Share of `files` that a text with tokens `held` names, by path or by base name."""
    paths = [path.lower().strip("./-") for path in files]
    hits = [path for path in paths if path in held or path.rsplit("/", 1)[-1] in held]
    return len(hits) / len(paths) if paths else 0.0
