"""What a vendor's requests for models are answered: from the run's model, or by the stand-ins."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Protocol, cast

from dreambench_lib.errors import BadInput, Infra
from dreambench_lib.memory.external import minilm, standins
from dreambench_lib.memory.protocol import Model, Space

Calls = list[tuple[str, dict[str, Any]]]
"""Tools that a stand-in calls in its reply, by name, with their arguments."""
Vectors = Callable[[Sequence[str]], list[list[float]]]


class _Embeddings(Protocol):
    def create(self, model: str, input: Sequence[str]) -> Any: ...


class Answers:
    """Answers one store's requests in the OpenAI wire format.

    Args:
        embedding: ``lexical`` (the stand-in), ``minilm``, or ``openai:MODEL`` of the space's.
        rule: The stand-in extractor's reply to the vendor's question; None where a model is asked.
    """

    def __init__(
        self,
        space: Space,
        embedding: str,
        rule: Callable[[], str | Calls] | None,
        faults: Counter[str],
    ) -> None:
        self._model, self._rule, self._faults = space.model, rule, faults
        self.vectors = _vectors(space, embedding)

    def __call__(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        """The answer to one request: HTTP status and body."""
        if path.endswith("/embeddings"):
            texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
            return 200, {"object": "list", "model": body.get("model", ""), "usage": _USAGE,
                         "data": [{"object": "embedding", "index": n, "embedding": vector}
                                  for n, vector in enumerate(self.vectors(texts))]}  # fmt: skip
        if path.endswith("/chat/completions"):
            return 200, _completion(body.get("model", ""), self._said(body))
        return 404, {"error": {"message": f"no {path} here", "type": "not_found"}}

    def _said(self, body: Any) -> str | Calls:
        messages = [{"role": str(m["role"]), "content": _text(m)} for m in body["messages"]]
        if self._rule is not None:
            return self._rule()
        if self._model is None:
            raise BadInput("this memory asks a model, and the run has none: name one")
        wanted = body.get("response_format") or {}
        schema = (wanted.get("json_schema") or {}).get("schema")
        reply = cast(Model, self._model).complete(messages, schema)
        if reply.cut:
            self._faults["reply cut at its limit of tokens"] += 1
        elif str(wanted.get("type")).startswith("json") and not _readable(reply.text):
            # Libraries pass over what they cannot read, and keep nothing.
            self._faults["reply is no JSON"] += 1
        return reply.text


_USAGE = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}


def _completion(model: str, said: str | Calls) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": said}
    if not isinstance(said, str):
        called = [
            {"id": f"call_{number}", "type": "function",
             "function": {"name": name, "arguments": json.dumps(arguments)}}
            for number, (name, arguments) in enumerate(said)
        ]  # fmt: skip
        message = {"role": "assistant", "content": None, "tool_calls": called}
    reason = "stop" if isinstance(said, str) else "tool_calls"
    choice = {"index": 0, "finish_reason": reason, "message": message}
    return {"id": "local", "object": "chat.completion", "created": 0, "model": model,
            "choices": [choice], "usage": _USAGE}  # fmt: skip


def _readable(text: str) -> bool:
    try:
        return isinstance(json.loads(text[text.find("{") : text.rfind("}") + 1]), dict)
    except ValueError:
        return False


def _text(message: Any) -> str:
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return "\n".join(str(part.get("text", "")) for part in content)


def _vectors(space: Space, embedding: str) -> Vectors:
    kind, _, model = embedding.partition(":")
    if kind == "lexical":
        return lambda texts: [standins.vector(text) for text in texts]
    if kind == "minilm":
        return lambda texts: minilm.embed(space.folder, texts)
    client = getattr(space.model, "embeddings", None)
    if not hasattr(client, "create"):
        raise BadInput(f"embedder {embedding!r} needs a model client with embeddings.create")
    asked = cast(_Embeddings, client)

    def vectors(texts: Sequence[str]) -> list[list[float]]:
        rows = asked.create(model=model, input=list(texts)).data
        if len(rows) != len(texts):
            raise Infra(f"embedder {embedding!r} gave {len(rows)} vectors for {len(texts)} texts")
        return [list(row.embedding) for row in rows]

    return vectors
