"""Answered exchanges, kept as they come: a killed run goes on from them, a replay needs no model.

A line is written when a judge has answered, well or badly. Faults of a service are no answers and
are not kept, so a resumed run asks those again, and nothing else.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from threading import Lock

from pydantic import ValidationError

from dreambench_lib.errors import BadInput
from dreambench_lib.records import Record


class Exchange(Record):
    """One prompt and what came back."""

    key: str
    """Digest of judge, model, settings and prompt."""
    judge: str
    model: str
    raw: str
    attempts: int
    tokens: tuple[int, int]


class Cassette:
    """A file of exchanges; safe to share between threads.

    Args:
        path: JSON lines, made when missing; None keeps them in memory only.
        replay: True: what is not in the file is refused, so that nothing is ever asked.
    """

    def __init__(self, path: Path | None = None, replay: bool = False) -> None:
        self.path, self.replay = path, replay
        self._known: dict[str, Exchange] = {}
        self._lock = Lock()
        if replay and (path is None or not path.is_file()):
            raise BadInput(f"there is no cassette {path} to replay: judge once without --replay")
        if path is not None and path.is_file():
            self._read(path)

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: str) -> Exchange | None:
        """The exchange under this key."""
        return self._known.get(key)

    def put(self, exchange: Exchange) -> None:
        """Keep an exchange; on disk when this returns."""
        with self._lock:
            if exchange.key in self._known:
                return
            if self.path is not None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with self.path.open("ab") as file:
                    file.write(exchange.model_dump_json().encode() + b"\n")
                    file.flush()
                    os.fsync(file.fileno())
            self._known[exchange.key] = exchange

    def _read(self, path: Path) -> None:
        data = path.read_bytes()
        lines = data.splitlines(keepends=True)
        if lines and not lines[-1].endswith(b"\n"):
            # The line that was being written when the run was killed.
            with path.open("r+b") as file:
                file.truncate(len(data) - len(lines.pop()))
        for number, line in enumerate(lines, start=1):
            try:
                exchange = Exchange.model_validate(json.loads(line))
            except (ValueError, ValidationError):
                raise BadInput(f"{path.name}, line {number} is no exchange: restore it") from None
            self._known[exchange.key] = exchange
