"""A door served over HTTP on a listening socket that somebody else opened.

The launcher opens the listener inside the sandbox's network and hands its descriptor out: whoever
connects there is that cell's agent, whatever it says of itself.
"""

from __future__ import annotations

import socket
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import BoundedSemaphore, Thread
from types import TracebackType
from typing import Any

from .door import REQUEST_BYTES, Answer, Door
from .upstream import Cut

CONNECTIONS = 32
"""At a time, of one caller; what comes beyond that is closed at once."""
IDLE_SECONDS = 300.0


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = IDLE_SECONDS
    server: _Server

    def do_POST(self) -> None:
        size = self.headers.get("content-length", "")
        if not size.isdigit():
            self._plain(411)
        elif int(size) > REQUEST_BYTES:
            self._plain(413)
        else:
            self._send(self._ask("POST", self.rfile.read(int(size))))

    def do_GET(self) -> None:
        self._send(self._ask("GET", b""))

    do_PUT = do_DELETE = do_PATCH = do_OPTIONS = do_HEAD = do_GET

    def _ask(self, method: str, body: bytes) -> Answer:
        # The caller's own headers end here: no authorization, no id of it goes on.
        return self.server.door.exchange(method, self.path.partition("?")[0], body)

    def _plain(self, status: int) -> None:
        self.send_response(status)
        self.send_header("content-length", "0")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True

    def _send(self, answer: Answer) -> None:
        try:
            self.send_response(answer.status)
            self.send_header("content-type", answer.kind)
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
            for piece in answer.pieces:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                self.wfile.flush()
            self.wfile.write(b"0\r\n\r\n")
        except (Cut, OSError):
            # Without the last chunk the caller sees that the reply broke off.
            self.close_connection = True
        finally:
            answer.close()

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: callers may send what they like."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, listener: socket.socket, door: Door) -> None:
        super().__init__(("", 0), _Handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listener
        self.door = door
        self._free = BoundedSemaphore(CONNECTIONS)

    def process_request(self, request: Any, client_address: Any) -> None:
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A caller that hangs up is no event."""


class Served:
    """A context in which `door` answers on `listener` (which it then owns and closes)."""

    def __init__(self, listener: socket.socket, door: Door) -> None:
        self._server = _Server(listener, door)
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> Served:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        self._server.door.drain()
