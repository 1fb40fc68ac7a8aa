"""The request that carries an export to the archive host."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from . import channels

HOST = "archive.example"
COLUMNS = "{{kind}}"
"""Separated columns, as the archive's catalogue has them."""
TEXT = "text/plain; charset=utf-8"


class UploadError(RuntimeError):
    """The archive host did not take an export."""


@dataclass(frozen=True)
class Request:
    """What is sent."""

    method: str
    path: str
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    def head(self) -> list[str]:
        """The request line and the headers, as they go over the wire."""
        first = f"{self.method} {self.path}"
        return [first, *(f"{name}: {value}" for name, value in self.headers.items())]


class Transport(Protocol):
    """Sends a request and returns the status code of the answer."""

    def __call__(self, request: Request) -> int: ...


def headers(channel: str) -> dict[str, str]:
    """The headers of an upload to `channel`."""
    kind = TEXT if channels.find(channel).separator is None else COLUMNS
    return {"X-Channel": channel, "Content-Type": kind}


def request(channel: str, text: str) -> Request:
    """The request that uploads the export `text` to `channel`."""
    name = channels.find(channel).name
    return Request("PUT", f"/exports/{name}", headers(name), text.encode())


def send(transport: Transport, request: Request, attempts: int = 3) -> int:
    """Sends `request`, again while the host is at fault, and returns the number of attempts."""
    for attempt in range(1, attempts + 1):
        status = transport(request)
        if 200 <= status < 300:
            return attempt
        if status < 500:
            raise UploadError(f"refused with status {status}")
    raise UploadError(f"no success in {attempts} attempts")
