"""Memories of vendors for tests, where what they run in is installed, and a model for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.apart import ready
from dreambench_lib.memory.conditions import build, condition
from dreambench_lib.memory.external.vendor import Vendor
from dreambench_lib.memory.protocol import Space
from dreambench_lib.models import Message, Reply
from dreambench_lib.records import Query, Recall
from tests.apart import needs

LARGE = ("amem",)
"""What takes a gigabyte: its tests run where it is installed, and nobody must install it."""


def made(name: str, folder: Path, namespace: str = "m1", model: object = None) -> Vendor:
    """A condition's memory; the test is skipped where its library is not installed."""
    for part in condition(name).apart:
        if part in LARGE and not ready(part):
            pytest.skip(f"{part} is not installed: dreambench install {part}")
        needs(part)
    memory = build(condition(name), Space(folder, namespace, model))
    assert isinstance(memory, Vendor)
    return memory


def everything(memory: Vendor, prompt: str = "export token", items: int = 50) -> list[Recall]:
    return memory.read(Query(project="p", session=2, prompt=prompt, items=items, words=10**6))


class Model:
    """Answers as it is told to, and keeps what it was asked."""

    def __init__(self, answer: str | Exception) -> None:
        self._answer, self.asked = answer, list[str]()
        self.schemas: list[Mapping[str, Any] | None] = []

    def complete(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> Reply:
        self.asked.append(messages[-1]["content"])
        self.schemas.append(schema)
        if isinstance(self._answer, Exception):
            raise self._answer
        return Reply(self._answer, "m", 1, 1, 1, False)
