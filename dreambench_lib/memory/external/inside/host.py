"""Runs inside a vendor's environment: a memory library behind lines of JSON on stdin and stdout.

Started as ``python host.py MODULE``, where MODULE beside this file has a class `Store`. It imports
nothing of the benchmark. What the library wants over HTTP is asked of a server on loopback here,
which passes each request up the same channel; a connection to anywhere else is refused.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import sys
import threading
import uuid
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from queue import SimpleQueue
from typing import Any

LOCAL = ("127.", "::1", "localhost")
MOST = 1000
"""Addresses that are remembered."""


class Watch:
    """Every address that this process asks for: only loopback is let through."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.refused: list[str] = []
        sys.addaudithook(self._hook)

    def _hook(self, event: str, about: tuple[Any, ...]) -> None:
        if event in ("socket.connect", "socket.sendto"):
            address = about[1]
            self._see(str(address[0]) if isinstance(address, tuple) else f"unix:{address!r}")
        elif event == "socket.getaddrinfo" and about[0] is not None:
            host = about[0]
            self._see(host.decode(errors="replace") if isinstance(host, bytes) else str(host))

    def _see(self, host: str) -> None:
        here = host.startswith(LOCAL)
        known = self.asked if here else self.refused
        if host not in known and len(known) < MOST:
            known.append(host)
        if not here:
            raise PermissionError(f"no connection leaves this process ({host})")


class Line:
    """The channel: one JSON object a line, answers handed to whoever waits for them."""

    def __init__(self) -> None:
        # What the library prints must not stand in the channel.
        self._out = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)
        self.calls: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._answers: dict[int, SimpleQueue[dict[str, Any]]] = {}
        self._lock, self._count = threading.Lock(), 0
        threading.Thread(target=self._listen, daemon=True).start()

    def say(self, **message: Any) -> None:
        with self._lock:
            self._out.write(json.dumps(message, ensure_ascii=True) + "\n")
            self._out.flush()

    def ask(self, method: str, path: str, body: Any) -> dict[str, Any]:
        with self._lock:
            self._count += 1
            number, mine = self._count, SimpleQueue[dict[str, Any]]()
            self._answers[number] = mine
        self.say(ask=number, method=method, path=path, body=body)
        return mine.get()

    def _listen(self) -> None:
        for text in sys.stdin:
            message = json.loads(text)
            if "answer" in message:
                self._answers.pop(message["answer"]).put(message)
            else:
                self.calls.put(message)
        os._exit(0)  # whoever started this is gone


def serve(line: Line) -> str:
    """Start the model server of this process; returns its base URL."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def _pass_on(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length") or 0))
            reply = line.ask(self.command, self.path, json.loads(raw) if raw else None)
            body = json.dumps(reply["body"]).encode()
            self.send_response(reply["status"])
            self.send_header("content-type", "application/json")
            self.send_header("x-should-retry", "false")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _pass_on

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/v1"


class Ids:
    """In place of random ids: numbers in order, so that of equal scores the older one comes first.

    Each opening of a store counts from a higher number, which is kept beside it.
    """

    def __init__(self) -> None:
        self._last: Iterator[int] = itertools.count(1)
        uuid.uuid4 = self.fresh

    def begin(self, folder: str, namespace: str) -> Iterator[int]:
        """The numbers of a store that is being opened."""
        name = hashlib.sha256(namespace.encode()).hexdigest()[:16]
        path = os.path.join(folder, f"opened-{name}")
        try:
            with open(path, "ab") as file:  # one byte each time
                file.write(b".")
                return itertools.count((file.tell() << 96) + 1)
        except OSError:  # a place that holds nothing
            return itertools.count(1)

    def use(self, numbers: Iterator[int]) -> None:
        self._last = numbers

    def fresh(self) -> uuid.UUID:
        return uuid.UUID(int=next(self._last), version=4)


class Stores:
    """The open stores by number: those of the same place are one."""

    def __init__(self, make: Callable[..., Any], base_url: str, ids: Ids) -> None:
        self._make, self._base_url, self._ids = make, base_url, ids
        self._stores: dict[int, tuple[str, Any, Iterator[int]]] = {}

    def open(self, store: int, folder: str, namespace: str, settings: dict[str, Any]) -> None:
        place = f"{folder}\0{namespace}"
        sharing = [number for number, (held, *_) in self._stores.items() if held == place]
        for number in sharing[:1]:  # closed and opened again, as by a new process
            self._at(number).close()
        numbers = self._ids.begin(folder, namespace)
        self._ids.use(numbers)
        made = self._make(folder, namespace, self._base_url, **settings)
        for number in [*sharing, store]:
            self._stores[number] = (place, made, numbers)

    def close(self, store: int) -> None:
        held = self._at(store)
        place, *_ = self._stores.pop(store)
        if all(other != place for other, *_ in self._stores.values()):
            held.close()

    def write(self, store: int, **note: Any) -> Any:
        return self._at(store).write(**note)

    def sleep(self, store: int) -> Any:
        return self._at(store).sleep()

    def embed(self, store: int, texts: list[str]) -> Any:
        return self._at(store).embed(texts)

    def read(self, store: int, prompt: str, limit: int) -> Any:
        return self._at(store).read(prompt, limit)

    def _at(self, store: int) -> Any:
        _, held, numbers = self._stores[store]
        self._ids.use(numbers)
        return held


def main(name: str) -> None:
    watch, line, ids = Watch(), Line(), Ids()  # before the library is imported
    stores = Stores(import_module(name).Store, serve(line), ids)
    line.say(ready=True)
    while True:
        call = line.calls.get()
        number, do = call.pop("id"), call.pop("do")
        try:
            if do == "watch":
                done: Any = {"asked": watch.asked, "refused": watch.refused}
            else:
                done = getattr(stores, do)(**call)
            line.say(id=number, done=done)
        except Exception as fault:
            line.say(id=number, fault=" ".join(f"{type(fault).__name__}: {fault}".split())[:2000])


if __name__ == "__main__":
    main(sys.argv[1])
