"""A vendor's own service: its client's requests are passed on from here, where the key is.

The client runs behind the walls with no key and no network; whatever it asks for comes up the
channel, and only paths below the one base URL are reached.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import httpx

from dreambench_lib.errors import BadInput, Infra

ATTEMPTS = 3
TIMEOUT = 60.0
"""Seconds for one request."""


class Service(NamedTuple):
    """Where a vendor's service is, by environment variables."""

    name: str
    url: str
    """Variable with its base URL."""
    key: str
    """Variable with its key; it may be unset where a server wants none."""
    scheme: str = "Bearer"

    @property
    def base_url(self) -> str:
        """The base URL; BadInput where none is set."""
        found = os.environ.get(self.url, "").rstrip("/")
        if not found.startswith(("http://", "https://")):
            raise BadInput(
                f"{self.name} needs a server: set {self.url} to its base URL (and {self.key} to "
                "its key, where it wants one)"
            )
        return found


class Forward:
    """Passes requests on to one service and counts them.

    Raises (when called):
        Infra: the service cannot be reached, is overloaded, or refuses the key.
    """

    def __init__(self, service: Service, wait: Callable[[float], None] = time.sleep) -> None:
        self._service, self._wait = service, wait
        self._base_url, self.calls = service.base_url, 0
        key = os.environ.get(service.key, "")
        headers = {"Authorization": f"{service.scheme} {key}"} if key else {}
        self._http = httpx.Client(headers=headers, timeout=TIMEOUT, trust_env=False)

    def __call__(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        """The service's answer: HTTP status and JSON body."""
        why = ""
        for attempt in range(ATTEMPTS):
            if attempt:
                self._wait(2.0 ** (attempt - 1))
            self.calls += 1
            try:
                sent = None if body is None else body
                reply = self._http.request(method, f"{self._base_url}{path}", json=sent)
                if reply.status_code in (401, 403):
                    raise Infra(f"{self._service.name} refuses the key in {self._service.key}")
                if reply.status_code != 429 and reply.status_code < 500:
                    return reply.status_code, reply.json() if reply.content else {}
                why = f"HTTP {reply.status_code}"
            except httpx.HTTPError as fault:
                why = type(fault).__name__
            except ValueError:
                why = "a reply that is no JSON"
        raise Infra(f"{self._service.name} failed after {ATTEMPTS} attempts ({why}): run again")
