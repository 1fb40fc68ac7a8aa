"""What stands in for a vendor's models where a run has none: fixed rules, and named as such.

Neither is a model of language: figures that come from them say how a vendor's store and search
fare, not how well it extracts with a good model.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter

from dreambench_lib.memory.budget import words
from dreambench_lib.memory.lexical import tokens
from dreambench_lib.memory.sentences import sentences

SIZE = 384
"""Numbers of a vector, as many as those of the small model that may take its place."""


def vector(text: str) -> list[float]:
    """The stand-in embedder: the text's words, each at a place and with a sign drawn by its hash.

    >>> near = sum(a * b for a, b in zip(vector("the footer"), vector("The footer!"), strict=True))
    >>> round(near, 5)
    1.0
    """
    found: Counter[int] = Counter()
    for word in tokens(text) or (text,):
        drawn = int.from_bytes(hashlib.sha256(word.encode(errors="replace")).digest()[:8], "big")
        found[drawn % SIZE] += 1 if drawn >> 63 else -1
    length = math.sqrt(sum(value * value for value in found.values())) or 1.0
    values = [0.0] * SIZE
    for place, value in found.items():
        values[place] = round(value / length, 6)
    return values


LEAST = 15
"""Words of a fact, as Mem0 asks of its own extractor."""


def facts(text: str, least: int = LEAST) -> list[str]:
    """The stand-in extractor: neighbouring sentences, joined until they have `least` words.

    >>> facts("It ends with QX-1. Ask Ada. She wrote it, and knows. Bye.", least=6)
    ['It ends with QX-1. Ask Ada.', 'She wrote it, and knows. Bye.']
    """
    found: list[str] = []
    for sentence in sentences(text):
        if found and words(found[-1]) < least:
            found[-1] = f"{found[-1]} {sentence}"
        else:
            found.append(sentence)
    if len(found) > 1 and words(found[-1]) < least:
        found[-2:] = [f"{found[-2]} {found[-1]}"]
    return found
