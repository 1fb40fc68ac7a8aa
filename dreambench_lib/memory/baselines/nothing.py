"""B0: no memory."""

from __future__ import annotations

from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Episode, Query, Recall


class Nothing:
    """Keeps nothing and shows nothing."""

    def __init__(self, space: Space) -> None:
        pass

    def write(self, episode: Episode) -> None:
        pass

    def sleep(self) -> None:
        pass

    def read(self, query: Query) -> list[Recall]:
        return []
