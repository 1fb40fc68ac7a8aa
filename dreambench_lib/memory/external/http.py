"""A memory behind HTTP, in any language: ``http:http://127.0.0.1:8765`` is its name.

The protocol is one page, `docs/memory-http.md`, and `docs/examples/http_memory.py` an example.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from dreambench_lib.errors import BadInput, Infra
from dreambench_lib.memory.external.namespaces import drawn
from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Episode, Query, Recall

if TYPE_CHECKING:
    import httpx

VERSION = 1
"""Of the protocol; a server of another version is refused."""
CONNECT, ANSWER = 5.0, 60.0
"""Seconds to be reached in, and to answer in."""
_RECALLS = TypeAdapter(list[Recall])


class HttpMemory:
    """A memory behind HTTP. What it does not answer is `Infra`, never an empty read."""

    def __init__(self, space: Space, url: str) -> None:
        import httpx

        self._namespace, self._url = drawn(space), self.checked(url)
        self._client = httpx.Client(
            base_url=self._url,
            timeout=httpx.Timeout(ANSWER, connect=CONNECT),
            trust_env=False,  # no proxy of the environment: the address says where it is
        )
        self.close = weakref.finalize(self, self._client.close)
        about = self._asked("GET", "/about")
        if about.get("version") != VERSION:
            raise Infra(
                f"memory at {url} speaks version {about.get('version')!r} of the protocol, not "
                f"{VERSION}"
            )
        self.persistent = about.get("persistent") is True

    @staticmethod
    def checked(url: str) -> str:
        """`url` without its last slash; BadInput where it is no http URL with a host."""
        import httpx

        try:
            parsed = httpx.URL(url)
        except httpx.InvalidURL:
            parsed = httpx.URL("")
        if parsed.scheme not in ("http", "https") or not parsed.host:
            raise BadInput(
                f"memory address {url!r} is no URL: write http: and the URL, e.g. "
                "http:http://127.0.0.1:8765"
            )
        return url.rstrip("/")

    def write(self, episode: Episode) -> None:
        self._post("/write", episode=episode.model_dump(mode="json"))

    def sleep(self) -> None:
        """Returns when the server has done its work, and what was written is shown by reads."""
        self._post("/sleep")

    def read(self, query: Query) -> list[Recall]:
        body = self._post("/read", query=query.model_dump(mode="json"))
        try:
            return _RECALLS.validate_python(body["recalls"])
        except (KeyError, ValidationError) as fault:
            why = str(fault).split("\n")[0]
            raise Infra(
                f"memory at {self._url}: /read returned no list of recalls ({why})"
            ) from None

    def _post(self, path: str, **given: Any) -> dict[str, Any]:
        body = {"version": VERSION, "namespace": self._namespace, **given}
        return self._asked("POST", path, body)

    def _asked(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        import httpx

        try:
            answer = self._client.request(method, path, json=body)
        except httpx.HTTPError as fault:
            why = str(fault) or type(fault).__name__
            raise Infra(f"memory at {self._url} does not answer {path}: {why}") from None
        found = _object(answer)
        if answer.status_code != 200:
            why = str((found or {}).get("error", ""))[:200] or "no reason given"
            raise Infra(f"memory at {self._url}: {path} gave status {answer.status_code} ({why})")
        if found is None:
            raise Infra(f"memory at {self._url}: {path} returned no JSON object")
        return found


def _object(answer: httpx.Response) -> dict[str, Any] | None:
    try:
        found = answer.json()
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
