"""Sending a request on, with the key and the one retry policy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Event
from typing import NamedTuple

import httpx

from .wire import error

ATTEMPTS = 4
"""The first and three more, on 408, 409, 429, 5xx, a refused or broken connection, a timeout."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0
"""Seconds; doubled from attempt to attempt. A `retry-after` up to the longest wait is obeyed; a
longer one ends the attempts."""
AGAIN = frozenset({408, 409, 429})
CONNECT_SECONDS = 10.0
REPLY_BYTES = 64 * 1024 * 1024
"""Of one reply; whoever sends more is cut."""


class Reply(NamedTuple):
    """What came back: `pieces` must be read to the end or closed."""

    status: int
    kind: str
    pieces: Iterator[bytes]
    attempts: int


class Cut(Exception):
    """The reply broke off."""


class Upstream:
    """One provider; safe to share between threads."""

    def __init__(
        self,
        base_url: str,
        key: str = "",
        timeout: float = 120.0,
        wait: Callable[[float], object] | None = None,
        attempts: int = ATTEMPTS,
    ) -> None:
        """`timeout`: seconds until the headers, and between two pieces of a stream.

        `wait`: how to pause between attempts (default: until the time is over, or the caller gone).
        `attempts`: 1 where the caller is the one that tries again.
        """
        self._base, self._wait, self._attempts = base_url.rstrip("/"), wait, attempts
        headers = {"accept-encoding": "identity", "content-type": "application/json"}
        if key:
            headers["authorization"] = f"Bearer {key}"
        # No proxy or netrc of the environment: what is configured is what is asked.
        self._http = httpx.Client(
            headers=headers,
            timeout=httpx.Timeout(timeout, connect=CONNECT_SECONDS),
            trust_env=False,
        )

    def close(self) -> None:
        self._http.close()

    def send(self, path: str, body: bytes, stop: Event) -> Reply:
        """Forward `body`; a fault that stays is a reply with status 502 or 504.

        Args:
            path: As the caller gave it, beginning with ``/v1``.
            stop: Set when nobody waits for the reply any more.
        """
        url = self._base + path.removeprefix("/v1")
        attempt, pause = 0, FIRST_WAIT
        while True:
            attempt += 1
            last = attempt >= self._attempts or stop.is_set()
            asked: float | None = None
            try:
                request = self._http.build_request("POST", url, content=body)
                response = self._http.send(request, stream=True)
            except httpx.TimeoutException:
                status, words = 504, "the model's server did not answer in time"
            except httpx.HTTPError as fault:
                status, words = (
                    502,
                    f"the model's server cannot be reached ({type(fault).__name__})",
                )
            else:
                again = response.status_code in AGAIN or response.status_code >= 500
                asked = _retry_after(response)
                if not again or last or (asked or 0) > LONGEST_WAIT:
                    kind = response.headers.get("content-type", "application/json")
                    return Reply(response.status_code, kind, _lines(response, stop), attempt)
                response.close()
            if asked is None and last:
                body = error(f"{words} ({attempt} attempts)", "upstream_failed")
                return Reply(status, "application/json", iter([body]), attempt)
            (self._wait or stop.wait)(pause if asked is None else asked)
            pause = min(2 * pause, LONGEST_WAIT)


def _retry_after(response: httpx.Response) -> float | None:
    with suppress(KeyError, ValueError):
        return max(0.0, float(response.headers["retry-after"]))
    return None


def _lines(response: httpx.Response, stop: Event) -> Iterator[bytes]:
    """The body line by line, each as soon as it is there: an event is passed on when it is whole.

    Raises:
        Cut: the connection broke, or nobody waits any more.
    """
    held, size = b"", 0
    try:
        for part in response.iter_raw():
            size += len(part)
            if stop.is_set() or size > REPLY_BYTES:
                raise Cut
            *whole, held = (held + part).split(b"\n")
            if whole:
                yield b"".join(line + b"\n" for line in whole)
        if held:
            yield held
    except httpx.HTTPError:
        if held:
            yield held
        raise Cut from None
    finally:
        response.close()
