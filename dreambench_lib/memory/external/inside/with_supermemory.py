"""Supermemory's official client; a note counts as written when the service has worked on it."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Store:
    """One namespace of the service."""

    def __init__(self, folder: str, namespace: str, base_url: str, *, task: str, mode: str) -> None:
        # The client's own retries would come on top of those at the other end of the channel.
        self._client: Any = import_module("supermemory").Supermemory(
            base_url=base_url.removesuffix("/v1"), api_key="none", max_retries=0
        )
        self._place, self._task, self._mode = namespace, task, mode
        self._pending: list[str] = []

    def write(self, text: str, source: str, date: str, **about: Any) -> None:
        added = self._client.add(
            self._place, content=text, id=source, date=date, task_type=self._task,
            dreaming="instant", metadata={"source": source, **about},
        )  # fmt: skip
        self._pending.append(added.id)

    def sleep(self) -> None:
        until = import_module("polling").until  # beside this file
        for identity in self._pending:
            until(lambda identity=identity: self._ready(identity), f"document {identity}")
        self._pending = []

    def read(self, prompt: str, limit: int) -> list[dict[str, Any]]:
        found = self._client.search(
            self._place, query=prompt, search_mode=self._mode, limit=limit, threshold=0.0
        ).results
        return [
            {
                "text": one.memory or one.chunk or "",
                "score": one.similarity,
                "sources": [source] if (source := one.metadata.get("source")) else [],
            }
            for one in found
        ]

    def close(self) -> None:
        pass

    def _ready(self, identity: str) -> bool:
        system = self._client.documents.get(self._place, identity).system
        if system.status == "failed":
            raise RuntimeError(f"document {identity} failed")
        return bool(
            system.status == "done" and (self._task != "memory" or system.dreaming_status == "done")
        )
