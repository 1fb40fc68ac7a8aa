"""A model that answers a question from the recalled context; resumable like the judges."""

from __future__ import annotations

from dreambench_lib.canonical import sha256
from dreambench_lib.errors import Infra
from dreambench_lib.forgetting.judges.cassette import Cassette, Exchange
from dreambench_lib.models import Client

SYSTEM = (
    "You are a personal assistant. Answer the user's request from the notes of earlier "
    "conversations. Where notes disagree, what was said last holds."
)


class Answerer:
    """Called with (question, context); asks the model once and keeps the answer on a cassette."""

    def __init__(self, client: Client, tape: Cassette | None = None) -> None:
        self._client, self._tape = client, Cassette() if tape is None else tape

    def __call__(self, question: str, context: str) -> str:
        ask = f"{context or 'There are no notes.'}\n\nRequest: {question}"
        prompt = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": ask}]
        end = self._client.endpoint
        key = sha256(["answer", end.model, end.temperature, end.max_tokens, prompt])
        known = self._tape.get(key)
        if known is not None:
            return known.raw
        if self._tape.replay:
            raise Infra("an answer is not on the cassette: run once without replay")
        reply = self._client.complete(prompt)
        self._tape.put(
            Exchange(
                key=key, judge="answer", model=reply.model, raw=reply.text,
                attempts=reply.attempts, tokens=(reply.input_tokens, reply.output_tokens),
            )
        )  # fmt: skip
        return reply.text
