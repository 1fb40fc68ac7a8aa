"""Mem0's client for its hosted service; an add counts when its event has succeeded."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Store:
    """One user of the service."""

    def __init__(self, folder: str, namespace: str, base_url: str, *, infer: bool) -> None:
        self._client: Any = import_module("mem0").MemoryClient(
            api_key="none", host=base_url.removesuffix("/v1")
        )
        self._user, self._infer = namespace, infer
        self._pending: list[str] = []

    def write(self, text: str, **about: Any) -> None:
        added = self._client.add(
            [{"role": "user", "content": text}],
            user_id=self._user, metadata=about, infer=self._infer,
        )  # fmt: skip
        if event := added.get("event_id"):
            self._pending.append(event)

    def sleep(self) -> None:
        until = import_module("polling").until  # beside this file
        for event in self._pending:
            until(lambda event=event: self._succeeded(event), f"event {event}")
        self._pending = []

    def read(self, prompt: str, limit: int) -> list[dict[str, Any]]:
        found = self._client.search(
            prompt, top_k=limit, threshold=0.0, filters={"user_id": self._user}
        )
        rows = found["results"] if isinstance(found, dict) else found
        return [
            {
                "text": one["memory"],
                "score": one.get("score"),
                "sources": [source]
                if (source := (one.get("metadata") or {}).get("source"))
                else [],
            }
            for one in rows
        ]

    def close(self) -> None:
        pass

    def _succeeded(self, event: str) -> bool:
        # The client has no call for it.
        reply = self._client.client.get(f"/v1/event/{event}/")
        reply.raise_for_status()
        status = reply.json().get("status")
        if status == "FAILED":
            raise RuntimeError(f"event {event} failed")
        return bool(status == "SUCCEEDED")
