"""The small embedder that needs no server, in its own process: the same one for every memory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from dreambench_lib.memory.external.child import Child, child, unasked

ENTRY = "minilm"
MOST = 10_000
"""Texts whose vectors are kept: the cells of one trap and seed embed the same notes."""
_KNOWN: dict[str, list[float]] = {}


def embed(folder: Path, texts: Sequence[str]) -> list[list[float]]:
    """A vector of 384 numbers for each text, of length 1.

    Args:
        folder: A space's: the process serves all spaces of one place.

    Raises:
        Infra: it is not installed, or its process failed.
    """
    process = child(ENTRY, "with_minilm", folder)
    new = [text for text in dict.fromkeys(texts) if text not in _KNOWN]
    if new:
        vectors = process.call("embed", unasked, store=_opened(process), texts=new)
        _KNOWN.update(zip(new, vectors, strict=True))
    found = [_KNOWN[text] for text in texts]
    while len(_KNOWN) > MOST:
        del _KNOWN[next(iter(_KNOWN))]
    return found


@lru_cache(maxsize=8)
def _opened(process: Child) -> int:
    return process.open(Path("/"), "", {}, unasked)  # it holds nothing
