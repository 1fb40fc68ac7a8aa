"""Memories that are somebody's service: the official client, asked as any other vendor's library.

Not run here against the services themselves: tests drive the real clients against a local server
that follows a script.
"""

from __future__ import annotations

from typing import Any, ClassVar

from dreambench_lib.memory.external.forward import Forward, Service
from dreambench_lib.memory.external.vendor import Vendor
from dreambench_lib.memory.protocol import Space

SUPERMEMORY = Service("Supermemory", "SUPERMEMORY_BASE_URL", "SUPERMEMORY_API_KEY")
MEM0 = Service("hosted Mem0", "MEM0_BASE_URL", "MEM0_API_KEY", "Token")


class Hosted(Vendor):
    """Base of the memories behind a service's client."""

    service: ClassVar[Service]

    def answering(self, space: Space, embedding: str) -> Forward:
        return Forward(self.service)


class SupermemoryMemories(Hosted):
    """Every note added; what it has learned of them is searched."""

    entry, module, service = "supermemory", "with_supermemory", SUPERMEMORY

    def settings(self) -> dict[str, Any]:
        return {"task": "memory", "mode": "memories"}


class SupermemoryDocuments(SupermemoryMemories):
    """Every note added as a document; its passages are searched."""

    def settings(self) -> dict[str, Any]:
        return {"task": "superrag", "mode": "chunks"}


class HostedMem0(Hosted):
    """The hosted client's add and search, extraction on."""

    entry, module, service = "mem0", "with_hosted_mem0", MEM0
    infer: ClassVar[bool] = True

    def settings(self) -> dict[str, Any]:
        return {"infer": self.infer}


class HostedMem0Literal(HostedMem0):
    """The same with extraction off."""

    infer = False
