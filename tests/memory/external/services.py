"""Two vendors' services as far as their clients need them, on loopback, by a script.

Nobody's real server: it keeps what is added, works on it for one look, and finds by shared words.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "sk-of-nobody"
TIME = "2026-03-02T00:00:00Z"


class Service:
    """What the server was asked, what it holds, and how it misbehaves."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.asked: list[tuple[str, str, Any]] = []
        self.keys: set[str] = set()
        self.held: dict[str, list[dict[str, Any]]] = {}
        self.looks: dict[str, int] = {}
        self.faults: list[int] = []
        """Statuses of the next replies, before it behaves again."""
        self.ends = ("done", "SUCCEEDED")

    def answer(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        self.asked.append((method, path, body))
        if self.faults:
            return self.faults.pop(0), {"error": "later"}
        parts = path.split("?")[0].strip("/").split("/")
        match parts:
            case ["v1", "ping"]:
                return 200, {"user_email": None, "org_id": "o", "project_id": "p"}
            case ["v3", "memories", "add"]:
                text, event = body["messages"][0]["content"], f"ev{len(self.asked)}"
                self._keep(body["user_id"], text, body["metadata"])
                return 200, {"event_id": event, "status": "PENDING"}
            case ["v1", "event", event]:
                return 200, {"status": self._state(event, "PENDING", self.ends[1])}
            case ["v3", "memories", "search"]:
                found = self._find(body["filters"]["user_id"], body["query"], body["top_k"])
                rows = [{"id": "m", "memory": one["text"], "score": one["score"],
                         "metadata": one["metadata"]} for one in found]  # fmt: skip
                return 200, {"results": rows}
            case ["ns", place, "document"]:
                self._keep(place, body["content"], body["metadata"])
                return 200, {"id": body["id"], "status": "queued"}
            case ["ns", _, "document", identity]:
                state = self._state(identity, "indexing", self.ends[0])
                system = {"status": state, "dreamingStatus": "done", "createdAt": TIME,
                          "updatedAt": TIME}  # fmt: skip
                return 200, {"id": identity, "type": "text", "metadata": {}, "system": system}
            case ["ns", place, "search"]:
                field = "memory" if body["searchMode"] == "memories" else "chunk"
                found = self._find(place, body["query"], body["limit"])
                rows = [{"id": "r", field: one["text"], "metadata": one["metadata"],
                         "similarity": one["score"], "isLatest": True, "isInference": False,
                         "system": {"updatedAt": TIME}} for one in found]  # fmt: skip
                return 200, {"results": rows, "searchTime": 1.0}
        return 404, {"error": "not here"}

    def _keep(self, place: str, text: str, metadata: Any) -> None:
        self.held.setdefault(place, []).append({"text": text, "metadata": metadata})

    def _state(self, identity: str, first: str, then: str) -> str:
        self.looks[identity] = self.looks.get(identity, 0) + 1
        return first if self.looks[identity] == 1 else then

    def _find(self, place: str, query: str, limit: int) -> list[dict[str, Any]]:
        words = set(query.split())
        rows = [{**one, "score": len(words & set(one["text"].split())) / 10}
                for one in self.held.get(place, [])]  # fmt: skip
        return sorted(rows, key=lambda row: -row["score"])[:limit]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Any

    def _answer(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        service: Service = self.server.service
        service.keys.add(self.headers.get("authorization", ""))
        status, body = service.answer(self.command, self.path, json.loads(raw) if raw else None)
        sent = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    do_GET = do_POST = _answer

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def service() -> Iterator[Service]:
    """The server, while it runs."""
    server: Any = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    server.service = Service(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server.service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
