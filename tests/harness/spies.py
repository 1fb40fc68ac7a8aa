"""Memories that look at what they are given, or fail on purpose."""

from __future__ import annotations

from typing import Any

from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Episode, Query, Recall


class Spy:
    """Recalls what it was told, so that a test can read it in the context."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.episodes: list[Episode] = []

    def write(self, episode: Episode) -> None:
        self.episodes.append(episode)

    def sleep(self) -> None:
        pass

    def read(self, query: Query) -> list[Recall]:
        fields = ", ".join(sorted({name for e in self.episodes for name in e.model_dump()}))
        outputs = "".join(episode.output for episode in self.episodes)
        return [
            Recall(text=f"namespace: {self.space.namespace}"),
            Recall(text=f"episode fields: {fields}"),
            Recall(text=f"output: {outputs}"),
        ]


class _Fails(Spy):
    step = ""

    def __init__(self, space: Space) -> None:
        super().__init__(space)
        self._at("start")

    def _at(self, step: str) -> None:
        if step == self.step:
            raise RuntimeError("broken on purpose")

    def write(self, episode: Episode) -> None:
        self._at("write")

    def sleep(self) -> None:
        self._at("sleep")

    def read(self, query: Query) -> list[Recall]:
        self._at("read")
        return []


class FailsStart(_Fails):
    step = "start"


class FailsWrite(_Fails):
    step = "write"


class FailsSleep(_Fails):
    step = "sleep"


class FailsRead(_Fails):
    step = "read"


class FailsWrong(_Fails):
    """Returns what is no recall."""

    def read(self, query: Query) -> Any:
        return ["just text"]
