"""A vendor's process: started once per worker, asked by lines of JSON, never waited for in vain.

A process that dies, hangs or talks nonsense is `Infra`: no read comes back empty because of it.
What the vendor's own code raises is `VendorFault`, and the memory's.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from dreambench_lib import apart
from dreambench_lib.errors import BadInput, Infra
from dreambench_lib.memory.external import walls

Answer = Callable[[str, str, Any], tuple[int, Any]]
"""What a request of the vendor's is answered: (method, path, body) -> (HTTP status, body)."""
INSIDE = Path(__file__).parent / "inside"
LIMIT = 300.0
"""Seconds that a vendor may take for one step; the models' own time is not counted."""
LONGEST = 64 * 1024 * 1024
"""Characters of one line."""


class VendorFault(Exception):
    """The vendor's code raised."""


class Child:
    """One process, which holds many stores; calls are made one after the other."""

    def __init__(self, name: str, line: Sequence[str], home: str, limit: float = LIMIT) -> None:
        """`name` is what messages call it; `line` its command."""
        self.name, self._limit = name, limit
        self._lock, self._count = threading.Lock(), 0
        self._dead: deque[int] = deque()
        self._heard: SimpleQueue[str | None] = SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=20)
        self._fault = ""
        self._process = subprocess.Popen(
            line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, encoding="utf-8", errors="replace", env=walls.environment(home),
            start_new_session=True,
        )  # fmt: skip
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._drain, daemon=True).start()
        with self._lock:
            self._hear(lambda message: "ready" in message, None)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it can still be asked."""
        return not self._fault and self._process.poll() is None

    def open(self, folder: Path, namespace: str, settings: dict[str, Any], answer: Answer) -> int:
        """Open a store in `folder`; returns its number."""
        while self._dead:
            self.call("close", unasked, store=self._dead.popleft())
        with self._lock:
            self._count += 1
            store = self._count
        self.call("open", answer, store=store, folder=str(folder), namespace=namespace,
                  settings=settings)  # fmt: skip
        return store

    def forget(self, store: int) -> None:
        """Close a store when the next one is opened: this may be called at any moment."""
        self._dead.append(store)

    def call(self, do: str, answer: Answer, **given: Any) -> Any:
        """Have something done; whatever `answer` raised meanwhile goes through.

        Raises:
            VendorFault: the vendor's code raised.
            Infra: the process is gone, or did not answer in time.
        """
        with self._lock:
            if not self.alive:
                raise self._lost(self._fault or "it had ended before it was asked")
            self._count += 1
            number = self._count
            self._say({"id": number, "do": do, **given})
            message = self._hear(lambda message: message.get("id") == number, answer)
        if "fault" in message:
            raise VendorFault(f"{self.name}: {message['fault']}")
        return message.get("done")

    def end(self) -> None:
        """Kill it, with all that it started."""
        self._fault = self._fault or "it was ended"
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _say(self, message: dict[str, Any]) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._lost("it ended") from None

    def _hear(self, wanted: Callable[[dict[str, Any]], bool], answer: Answer | None) -> Any:
        """The wanted message; requests that come before it are answered."""
        raised: BaseException | None = None
        left = self._limit
        while True:
            started = time.monotonic()
            try:
                text = self._heard.get(timeout=max(0.0, left))
            except Empty:
                raise self._lost(f"no answer within {self._limit:g} s") from None
            if text is None:
                raise self._lost("it ended") from raised
            left -= time.monotonic() - started
            try:
                message = json.loads(text)
                asked = "ask" in message
                if not asked and not wanted(message):
                    raise ValueError
            except (ValueError, TypeError, AttributeError):
                raise self._lost(f"it said {text[:80]!r}") from None
            if not asked:
                break
            status, body = 500, {"error": {"message": "refused", "type": "refused"}}
            if answer is not None and raised is None:
                try:
                    status, body = answer(message["method"], message["path"], message["body"])
                except Exception as fault:
                    raised = fault
            self._say({"answer": message["ask"], "status": status, "body": body})
        if raised is not None:
            raise raised
        return message

    def _lost(self, why: str) -> Infra:
        self._fault = why
        self.end()
        last = self._complaints[-1] if self._complaints else ""
        more = f" (last words: {last[:300]})" if last else ""
        return Infra(f"the process of the memory {self.name} failed: {why}{more}; run again")

    def _listen(self) -> None:
        assert self._process.stdout
        with suppress(ValueError, OSError):
            while text := self._process.stdout.readline(LONGEST):
                self._heard.put(text)
        self._heard.put(None)

    def _drain(self) -> None:
        assert self._process.stderr
        with suppress(ValueError, OSError):
            while text := self._process.stderr.readline(4096):
                if text.strip():
                    self._complaints.append(text.strip())


def unasked(method: str, path: str, body: Any) -> tuple[int, Any]:
    """The answer where no model is to be asked."""
    return 500, {"error": {"message": "nothing is asked here", "type": "refused"}}


_CHILDREN: dict[tuple[int, str, str, Path], Child] = {}
_LOCK = threading.Lock()


def child(entry: str, module: str, folder: Path) -> Child:
    """The process of this worker for a vendor whose stores lie at or below `folder`.

    Args:
        entry: Name in the table of what is installed apart.
        module: File in `inside/` with the class `Store`.
    """
    root = _root(folder)
    key = (os.getpid(), entry, module, root)
    with _LOCK:
        if key not in _CHILDREN or not _CHILDREN[key].alive:
            _CHILDREN[key] = _start(entry, module, root)
        return _CHILDREN[key]


def _start(entry: str, module: str, root: Path) -> Child:
    try:
        python = apart.python(entry)
    except BadInput as fault:
        raise Infra(str(fault)) from None  # a plan refuses earlier; here the run stops, and resumes
    shown = [apart.folder(entry), INSIDE]
    base = Path(os.path.realpath(python)).parents[1]
    if not base.is_relative_to("/usr"):
        shown.append(base)
    home = walls.HOME if walls.walled() else tempfile.mkdtemp(prefix="dreambench-vendor-")
    words = [str(python), "-s", str(INSIDE / "host.py"), module]
    return Child(entry, walls.command(words, shown, root), home)


def _root(folder: Path) -> Path:
    """What the process may write: one process serves all cells, whose folders come and go."""
    place, temporary = folder.resolve(), Path(tempfile.gettempdir()).resolve()
    return temporary if place.is_relative_to(temporary) else place


@atexit.register
def _end_all() -> None:
    for (owner, *_), one in list(_CHILDREN.items()):
        if owner == os.getpid():
            one.end()
