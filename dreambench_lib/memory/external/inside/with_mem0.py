"""Mem0 open source over an embedded vector store in the namespace's folder."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any


class Store:
    """One user of a store of their own."""

    def __init__(
        self, folder: str, namespace: str, base_url: str, *, infer: bool, model: str, size: int
    ) -> None:
        self._main: Any = import_module("mem0.memory.main")
        # The extractor is told the day on which a note was written, not the day of the run.
        self._prompt = self._main.generate_additive_extraction_prompt
        server = {"openai_base_url": base_url, "api_key": "none"}
        self._memory: Any = self._main.Memory.from_config(
            {
                "vector_store": {
                    "provider": "qdrant",
                    "config": {
                        "path": os.path.join(folder, "vectors"),
                        "collection_name": "notes",
                        "embedding_model_dims": size,
                        "on_disk": True,
                    },
                },
                "embedder": {
                    "provider": "openai",
                    "config": {**server, "model": "embedder", "embedding_dims": size},
                },
                "llm": {"provider": "openai", "config": {**server, "model": model}},
                "history_db_path": os.path.join(folder, "history.db"),
            }
        )
        self._user, self._infer = namespace, infer

    def write(self, text: str, date: str, **about: Any) -> None:
        def dated(*args: Any, **given: Any) -> Any:
            return self._prompt(*args, **{**given, "current_date": date, "timestamp": date})

        self._main.generate_additive_extraction_prompt = dated
        try:
            self._memory.add(text, user_id=self._user, metadata=about, infer=self._infer)
        finally:
            self._main.generate_additive_extraction_prompt = self._prompt

    def sleep(self) -> None:
        pass

    def read(self, prompt: str, limit: int) -> list[dict[str, Any]]:
        # Its default threshold drops hits, and it takes no `limit`.
        found = self._memory.search(
            prompt, top_k=limit, threshold=0.0, filters={"user_id": self._user}
        )["results"]
        return [
            {
                "text": one["memory"],
                "score": one["score"],
                "sources": [source]
                if (source := (one.get("metadata") or {}).get("source"))
                else [],
            }
            for one in found
        ]

    def close(self) -> None:
        self._memory.vector_store.client.close()
        self._memory.close()
