"""Embedders by table: how similar two texts are, by shared words or by a model's vectors."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from dreambench_lib.errors import BadInput, Infra, unknown
from dreambench_lib.memory.index import Index, Numbers
from dreambench_lib.memory.lexical import tokens
from dreambench_lib.memory.protocol import Space


class Embedder(Protocol):
    """Similarity of one text to many, by their numbers."""

    def similarities(self, asked: str, held: Index) -> Numbers: ...


class Lexical:
    """Jaccard of the token sets: deterministic, no model."""

    def __init__(self, space: Space, model: str = "") -> None:
        pass

    def similarities(self, asked: str, held: Index) -> Numbers:
        return held.jaccard(tokens(asked))


class _Cosine:
    """Cosine of vectors; each text is embedded once."""

    def __init__(self, name: str, embed: Callable[[list[str]], Sequence[Sequence[float]]]) -> None:
        self._name, self._new = name, embed
        self._vectors: dict[str, tuple[float, ...]] = {}

    def similarities(self, asked: str, held: Index) -> Numbers:
        texts = held.texts()
        self._embed([asked, *texts])
        near = (_cosine(self._vectors[asked], self._vectors[text]) for text in texts)
        return np.array([round(value, 9) for value in near])

    def _embed(self, texts: Sequence[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if not new:
            return
        vectors = [tuple(float(value) for value in row) for row in self._new(new)]
        known = {len(vector) for vector in [*self._vectors.values(), *vectors]}
        finite = all(math.isfinite(value) for vector in vectors for value in vector)
        if len(vectors) != len(new) or len(known) != 1 or 0 in known or not finite:
            raise Infra(
                f"embedder {self._name!r} returned {len(vectors)} vectors of lengths "
                f"{sorted(known)} for {len(new)} texts: check the service"
            )
        self._vectors.update(zip(new, vectors, strict=True))


def openai(space: Space, model: str) -> Embedder:
    """Vectors from any client with ``embeddings.create`` (the `openai` SDK's, any URL).

    Whatever the client raises goes through: no similarity is made up.
    """
    client: Any = space.model
    if not hasattr(getattr(client, "embeddings", None), "create"):
        raise BadInput(
            f"embedder 'openai:{model}' needs a model client with embeddings.create: "
            "pass one as the space's model, or use 'lexical'"
        )

    def embed(texts: list[str]) -> list[Sequence[float]]:
        return [row.embedding for row in client.embeddings.create(model=model, input=texts).data]

    return _Cosine(f"openai:{model}", embed)


def minilm(space: Space, model: str = "") -> Embedder:
    """Vectors of a small model in a process of its own: no server, no key."""
    from dreambench_lib.memory.external.minilm import embed

    return _Cosine("minilm", lambda texts: embed(space.folder, texts))


EMBEDDERS: dict[str, Callable[[Space, str], Embedder]] = {
    "lexical": Lexical,
    "minilm": minilm,
    "openai": openai,
}
"""By the part of the name before the colon; what stands behind it is the model."""


def embedder(name: str, space: Space) -> Embedder:
    """The embedder called ``lexical``, ``minilm`` or ``openai:<model>``.

    >>> from pathlib import Path
    >>> held = Index()
    >>> held.add("b c", "n1")
    >>> held.add("d", "n2")
    >>> embedder("lexical", Space(Path("."), "n")).similarities("a b", held).tolist()
    [0.3333333333333333, 0.0]
    """
    kind, model = check(name)
    return EMBEDDERS[kind](space, model)


def check(name: str) -> tuple[str, str]:
    """The parts of an embedder's name; BadInput says what a wrong one should be."""
    kind, _, model = name.partition(":")
    if kind not in EMBEDDERS:
        raise unknown("embedder", kind, ["lexical", "minilm", "openai:<model>"])
    if (kind == "openai") != bool(model) or name.endswith(":"):
        raise BadInput(f"embedder {name!r}: write 'lexical', 'minilm' or 'openai:<model>'")
    return kind, model


def _cosine(first: Sequence[float], second: Sequence[float]) -> float:
    size = math.hypot(*first) * math.hypot(*second)
    return sum(a * b for a, b in zip(first, second, strict=True)) / size if size else 0.0
