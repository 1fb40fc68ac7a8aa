"""The slot for embedders: words by default, a model's vectors through a fake client."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from dreambench_lib.errors import BadInput, Infra
from dreambench_lib.memory.conditions import condition

from .scenes import ask, episode, lived, note


class Client:
    """Looks like an `openai.OpenAI`: counts "x" and "y" in a text."""

    def __init__(self, drop: int = 0, value: float | None = None) -> None:
        self.calls: list[tuple[str, list[str]]] = []
        self.embeddings = self
        self._drop, self._value = drop, value

    def create(self, model: str, input: list[str]) -> Any:
        self.calls.append((model, list(input)))
        rows = [
            SimpleNamespace(
                embedding=[self._value or text.count("x"), text.count("y")] if text else [0, 0]
            )
            for text in input
        ]
        return SimpleNamespace(data=rows[self._drop :])


TOLD = episode(1, note("a", "xxy"), note("b", "yyy"), note("c", "yx", about="courier"))


def test_b2_ranks_by_the_models_vectors_and_asks_once_per_text() -> None:
    client = Client()
    memory = lived("B2+openai:small", TOLD, model=client)
    assert [r.sources[0] for r in ask(memory, "y")] == ["b", "c", "a"]
    assert ask(memory, "y") == ask(memory, "y")
    assert client.calls == [("small", ["y", "xxy", "yyy", "yx"])]
    assert [r.score for r in ask(memory, "")] == [0.0, 0.0, 0.0]


def test_b3_ranks_by_the_same_vectors_and_scope() -> None:
    recalls = ask(lived("B3+openai:small", TOLD, model=Client()), "x")
    assert [r.sources[0] for r in recalls][-1] == "c"
    assert "xxy" in recalls[0].text


@pytest.mark.parametrize("client", [Client(drop=1), Client(value=float("nan"))])
def test_a_service_that_answers_wrongly_stops_the_cell_as_infra(client: Client) -> None:
    with pytest.raises(Infra, match=r"returned \d vectors"):
        ask(lived("B2+openai:small", TOLD, model=client))


def test_no_client_no_memory() -> None:
    with pytest.raises(BadInput, match="needs a server for its vectors: name one"):
        lived("B2+openai:small")
    with pytest.raises(BadInput, match=r"needs a model client with embeddings\.create"):
        lived("B2+openai:small", model=object())


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("B2+openai", "write 'lexical', 'minilm' or 'openai:<model>'"),
        ("B2+openai:", "write 'lexical', 'minilm' or 'openai:<model>'"),
        ("B2+lexical:x", "write 'lexical', 'minilm' or 'openai:<model>'"),
        ("B2+opnai:x", "unknown embedder 'opnai'"),
        ("B5+openai:x", "only B2, B3, B5-MEM0"),
        ("B9+openai:x", "is not of the form"),
    ],
)
def test_a_wrong_name_is_one_sentence(name: str, says: str) -> None:
    with pytest.raises(BadInput) as fault:
        condition(name)
    assert says in str(fault.value)


def test_a_name_with_an_embedder_is_a_condition_of_its_own() -> None:
    entry = condition("B3+openai:m")
    assert (entry.id, entry.embedding) == ("B3+openai:m", "openai:m")
    assert entry.meaning.endswith("Embedder: openai:m.")
    assert ask(lived("B2+lexical", TOLD)) == ask(lived("B2", TOLD))
