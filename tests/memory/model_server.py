"""An OpenAI-compatible server on loopback, whose answers a test scripts."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from dreambench_lib.models import Client, Endpoint

Script = Callable[[str, int], str | int]
"""(the question, its number from 1) -> the text of an answer, or an HTTP status."""


class Server:
    """Chat Completions and Embeddings; `asked` holds every request's body."""

    def __init__(self, script: Script) -> None:
        self.asked: list[dict[str, Any]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.asked.append({"path": self.path, **body})
                if self.path.endswith("/embeddings"):
                    status, data = 200, vectors(body["input"])
                else:
                    said = script(body["messages"][-1]["content"], len(outer.asked))
                    status, data = (said, {}) if isinstance(said, int) else (200, chat(said))
                raw = json.dumps(data).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"

    @property
    def endpoint(self) -> Endpoint:
        return Endpoint(model="m", base_url=self.url, key_env="", max_tokens=64, retries=2)

    def client(self) -> Client:
        """The real SDK, aimed here; it does not wait between attempts."""
        return Client(self.endpoint, wait=lambda seconds: None)

    def forms(self) -> list[str]:
        """Which of the probe's questions were put, by the fields their answers must have."""
        schemas = [one["response_format"]["json_schema"] for one in self.asked]
        assert all(schema["strict"] for schema in schemas)
        return [",".join(schema["schema"]["required"]) for schema in schemas]


@contextmanager
def serving(script: Script = lambda asked, number: "") -> Iterator[Server]:
    made = Server(script)
    thread = threading.Thread(target=made.http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield made
    finally:
        made.http.shutdown()
        made.http.server_close()
        thread.join()


def chat(said: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": said}
    return {
        "id": "x", "object": "chat.completion", "created": 0, "model": "m-1",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12},
    }  # fmt: skip


def vectors(texts: list[str]) -> dict[str, Any]:
    """How many x and y a text has."""
    rows = [
        {"object": "embedding", "index": place, "embedding": [text.count("x"), text.count("y")]}
        for place, text in enumerate(texts)
    ]
    usage = {"prompt_tokens": len(texts), "total_tokens": len(texts)}
    return {"object": "list", "model": "e-1", "data": rows, "usage": usage}
