"""LangMem over LangGraph's store, kept in SQLite in the namespace's folder."""

from __future__ import annotations

import os
import sqlite3
from functools import cache
from importlib import import_module
from typing import Any

SOURCES = ("sources",)
"""Its memories hold no metadata: which note one was made of is kept beside them, by its key."""


class Store:
    """One namespace of a store of its own."""

    def __init__(
        self, folder: str, namespace: str, base_url: str, *, infer: bool, model: str, size: int
    ) -> None:
        embed, chat = _clients(base_url, model)
        path = os.path.join(folder, "store.db")
        self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._connection.execute("PRAGMA synchronous = OFF")
        self._store = import_module("langgraph.store.sqlite").SqliteStore(
            self._connection, index={"dims": size, "embed": embed, "fields": ["content"]}
        )
        self._store.setup()
        langmem, self._place = import_module("langmem"), ("notes", namespace)
        self._manager: Any = None
        if infer:
            self._manager = langmem.create_memory_store_manager(
                chat, namespace=self._place, store=self._store
            )
        self._tool = langmem.create_manage_memory_tool(namespace=self._place, store=self._store)

    def write(self, text: str, source: str, **_: Any) -> None:
        if self._manager is None:
            keys = [self._tool.invoke({"content": text, "action": "create"}).split()[-1]]
        else:
            put = self._manager.invoke({"messages": [{"role": "user", "content": text}]})
            keys = [one["key"] for one in put]
        for key in keys:
            self._store.put(
                SOURCES, key, {"sources": sorted({*self._sources(key), source})}, index=False
            )

    def sleep(self) -> None:
        pass

    def read(self, prompt: str, limit: int) -> list[dict[str, Any]]:
        found = self._store.search(self._place, query=prompt, limit=limit)
        return [
            {"text": _text(one.value), "score": one.score, "sources": self._sources(one.key)}
            for one in found
        ]

    def close(self) -> None:
        self._connection.close()

    def _sources(self, key: str) -> list[str]:
        held = self._store.get(SOURCES, key)
        return list(held.value["sources"]) if held else []


@cache
def _clients(base_url: str, model: str) -> tuple[Any, Any]:
    """Embedder and chat model: the same for all stores, and slow to make."""
    openai = import_module("langchain_openai")
    server = {"base_url": base_url, "api_key": "none", "max_retries": 0}
    embed = openai.OpenAIEmbeddings(model="embedder", check_embedding_ctx_length=False, **server)
    return embed, openai.ChatOpenAI(model=model, **server)


def _text(value: Any) -> str:
    content = value["content"]
    # Its extractor wraps a memory's text in one more object.
    return str(content["content"] if isinstance(content, dict) else content)
