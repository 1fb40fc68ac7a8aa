"""A memory's model, on tape: what it was asked and said, and the same again without a model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from ..canonical import sha256
from ..errors import BadInput
from ..models import Client, Message, Reply, Spent
from ..records import Asked, Usage


class Tape:
    """The client a memory is given: it answers, meters and records."""

    def __init__(self, client: Client, party: Literal["sleep", "vendor"] = "sleep") -> None:
        self._client, self._party = client, party
        self._asked: list[Asked] = []
        self._spent = client.spent
        self.embeddings = client.embeddings

    def complete(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> Reply:
        """The client's answer, put on record."""
        reply = self._client.complete(messages, schema)
        self._asked.append(Asked(question=sha256(list(messages)), answer=reply.text))
        return reply

    def take(self) -> tuple[tuple[Asked, ...], tuple[Usage, ...]]:
        """What was asked since the last time, and what it used: calls count retries."""
        asked, self._asked = tuple(self._asked), []
        spent = Spent(
            *(new - old for new, old in zip(self._client.spent, self._spent, strict=True))
        )
        self._spent = self._client.spent
        usage = Usage(party=self._party, **spent._asdict())
        return asked, (usage,) if spent.calls else ()


class Replay:
    """Answers what a cell's memory asked, from the cell's own record; nothing is sent anywhere."""

    def __init__(self, asked: Iterable[Asked]) -> None:
        self._left = list(asked)[::-1]

    def complete(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> Reply:
        """The recorded answer to the next question, which must be the recorded one."""
        next_ = self._left.pop() if self._left else None
        if next_ is None or next_.question != sha256(list(messages)):
            raise BadInput(
                "this program's memory asks its model something else than was recorded: "
                "use the version that made the run"
            )
        return Reply(next_.answer, "recorded", 0, 0, 0, False)
