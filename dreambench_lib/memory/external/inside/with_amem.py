"""A-Mem over its own vector store in the namespace's folder."""

from __future__ import annotations

import json
import os
import sys
import urllib.request
from importlib import import_module
from types import ModuleType
from typing import Any


class Store:
    """One memory system of its own."""

    def __init__(
        self, folder: str, namespace: str, base_url: str, *, infer: bool, model: str, size: int
    ) -> None:
        os.environ["OPENAI_BASE_URL"] = base_url
        _embed_by(base_url)
        self._system: Any = import_module("agentic_memory.memory_system").AgenticMemorySystem(
            llm_backend="openai", llm_model=model, api_key="none",
            storage_path=os.path.join(folder, "chroma"),
        )  # fmt: skip

    def write(self, text: str, source: str, date: str, **_: Any) -> None:
        # Its ids and times go into what it asks the model: no clock, no chance.
        self._system.add_note(text, time=date, id=source, last_accessed=date)

    def sleep(self) -> None:
        pass

    def read(self, prompt: str, limit: int) -> list[dict[str, Any]]:
        if not self._system.retriever.count():
            return []
        return [
            {
                "text": self._system.read(one["id"]).content,
                "score": 1 - one["score"],  # a distance by cosine
                "sources": [one["id"]],
            }
            for one in self._system.search(prompt, limit)
        ]

    def close(self) -> None:
        self._system.retriever.client._system.stop()


def _embed_by(base_url: str) -> None:
    """Put the server's vectors where it would load a model of several hundred megabytes.

    Two more modules are imported by it and not used here, and so need not be installed.
    """

    class SentenceTransformer:
        def __init__(self, *_: Any, **__: Any) -> None:
            pass

        def encode(self, texts: Any, **_: Any) -> Any:
            body = json.dumps({"model": "embedder", "input": list(texts)}).encode()
            with urllib.request.urlopen(f"{base_url}/embeddings", data=body) as reply:
                rows = json.load(reply)["data"]
            return import_module("numpy").array([row["embedding"] for row in rows], dtype="float32")

    for name, held in (
        ("sentence_transformers", {"SentenceTransformer": SentenceTransformer}),
        ("transformers", {"AutoModel": None, "AutoTokenizer": None}),
        ("litellm", {"completion": None}),
    ):
        sys.modules[name] = ModuleType(name)
        vars(sys.modules[name]).update(held)
