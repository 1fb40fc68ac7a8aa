"""A door for callers in this process: an HTTP client with no socket that others could use."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

from .door import Answer, Door
from .upstream import Cut

BASE_URL = "http://gateway/v1"
"""For clients that want one; nothing of that name is ever looked up."""


def http_client(door: Door) -> Any:
    """A client for the openai SDK (an httpx client, of the family that the SDK is made with)."""
    http, transport = _family()
    return http.Client(transport=transport(door), trust_env=False)


@cache
def _family() -> tuple[Any, type[Any]]:
    """The SDK's HTTP library, and a transport of it that goes through a door."""
    import openai

    # Which of httpx and its successor it is depends on the SDK's version.
    http: Any = import_module(openai.DefaultHttpxClient.__mro__[1].__module__.partition(".")[0])

    class Body(http.SyncByteStream):  # type: ignore[misc]
        def __init__(self, answer: Answer) -> None:
            self._answer = answer

        def __iter__(self) -> Iterator[bytes]:
            try:
                yield from self._answer.pieces
            except Cut:
                raise http.RemoteProtocolError("the reply broke off") from None

        def close(self) -> None:
            self._answer.close()

    class Transport(http.BaseTransport):  # type: ignore[misc]
        def __init__(self, door: Door) -> None:
            self._door = door

        def handle_request(self, request: Any) -> Any:
            answer = self._door.exchange(request.method, request.url.path, request.read())
            headers = {"content-type": answer.kind}
            return http.Response(answer.status, headers=headers, stream=Body(answer))

    return http, Transport
