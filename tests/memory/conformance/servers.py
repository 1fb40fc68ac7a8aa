"""A memory server that does what a test says, on loopback; nothing in it sleeps."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = tuple[int, object]
Script = Callable[[str, dict[str, Any]], Answer | None]
"""(path, body) to (status, answer); None: it never answers. Bytes are sent as they are."""
ABOUT: Answer = (200, {"version": 1, "name": "scripted", "persistent": False})


@contextmanager
def serving(script: Script) -> Iterator[str]:
    """The URL of a server that follows `script`."""
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._give(script(self.path, {}))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            self._give(script(self.path, json.loads(body)))

        def _give(self, answer: Answer | None) -> None:
            if answer is None:
                over.wait()
                return
            status, told = answer
            data = told if isinstance(told, bytes) else json.dumps(told).encode()
            self.send_response(status)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        over.set()
        server.shutdown()
        server.server_close()
        thread.join()
