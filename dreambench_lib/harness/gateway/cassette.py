"""Every exchange kept by content: bodies under their own digest, one index per cell.

``bodies/DIGEST`` are request and reply bytes with secrets taken out; ``CELL.jsonl`` has a line per
exchange with its party, place in order, and the digest by which a replay finds it. A cell that runs
again (after a stop) starts a new index; the old one stays beside it as ``CELL.1.jsonl``.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from threading import Lock

from pydantic import ValidationError

from ...canonical import canonical, sha256
from ...errors import BadInput, DreamBenchError
from ...records import Record
from . import normal

SCHEMA = 1


class ReplayMismatch(DreamBenchError):
    """A replay was asked for what was never recorded."""


class Exchange(Record):
    """One line of an index."""

    party: str
    ordinal: int
    """Its place among this party's requests in this cell, from 0."""
    path: str
    match: str
    """`normal.digest` of the request."""
    request: str
    """SHA-256 of the request's bytes, under which they lie in ``bodies/``."""
    status: int
    kind: str
    """Content type of the reply."""
    reply: str
    """SHA-256 of the reply's bytes."""
    attempts: int
    cut: bool = False
    """The reply broke off: the upstream, the budget or the caller ended it early."""


class Cassette:
    """A folder of recorded exchanges."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def body(self, digest: str) -> bytes:
        """The bytes kept under `digest`."""
        try:
            data = (self.folder / "bodies" / digest).read_bytes()
        except OSError:
            raise BadInput(f"the cassette lacks the body {digest[:12]}…: get it whole") from None
        if hashlib.sha256(data).hexdigest() != digest:
            raise BadInput(f"the body {digest[:12]}… of the cassette is damaged: restore it")
        return data

    def keep(self, data: bytes) -> str:
        """Store bytes under their digest, once."""
        digest = hashlib.sha256(data).hexdigest()
        place = self.folder / "bodies" / digest
        if not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            fd, name = tempfile.mkstemp(prefix=".body-", dir=place.parent)
            with os.fdopen(fd, "wb") as file:
                os.fchmod(fd, 0o644)
                file.write(data)
            os.replace(name, place)
        return digest

    def index(self, cell: Sequence[object]) -> Path:
        """Where a cell's exchanges are listed."""
        return self.folder / f"{sha256(list(cell))[:20]}.jsonl"

    def bodies_of(self, index: Path) -> list[str]:
        """The digests that an index names.

        Raises:
            BadInput: it is damaged.
        """
        try:
            _, *lines = index.read_text(encoding="utf-8").splitlines()
            found = [Exchange.model_validate_json(line) for line in lines]
        except (OSError, ValueError):
            raise BadInput(f"{index.name} of the cassette is damaged: restore it") from None
        return [digest for one in found for digest in (one.request, one.reply)]


class Tape:
    """One cell's exchanges: written in record mode, or read in replay mode."""

    def __init__(self, cassette: Cassette, cell: Sequence[object], replay: bool) -> None:
        self.cassette, self.cell = cassette, list(cell)
        self._path = cassette.index(cell)
        self._lock = Lock()
        self._known: dict[tuple[str, int], Exchange] = self._load() if replay else {}
        if not replay:
            self._begin()

    def _begin(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        if self._path.exists():
            number = 1
            while (older := self._path.with_suffix(f".{number}.jsonl")).exists():
                number += 1
            self._path.rename(older)
        head = {"schema": SCHEMA, "cell": self.cell}
        self._path.write_text(canonical(head) + "\n", encoding="utf-8")

    def _load(self) -> dict[tuple[str, int], Exchange]:
        name = "/".join(map(str, self.cell))
        try:
            head, *lines = self._path.read_text(encoding="utf-8").splitlines()
            found = [Exchange.model_validate_json(line) for line in lines]
            if json.loads(head) != {"schema": SCHEMA, "cell": self.cell}:
                raise ValueError(head)
        except FileNotFoundError:
            raise ReplayMismatch(
                f"cell {name} was never recorded: replay the run with its own traps and seeds"
            ) from None
        except (OSError, ValueError, ValidationError):
            raise BadInput(f"the cassette of cell {name} is damaged: restore it") from None
        return {(one.party, one.ordinal): one for one in found}

    def write(self, exchange: Exchange) -> None:
        """Append one exchange."""
        with self._lock, self._path.open("a", encoding="utf-8") as file:
            file.write(canonical(exchange) + "\n")

    def find(self, party: str, ordinal: int, path: str, request: bytes) -> Exchange:
        """The recorded exchange that this request is.

        Raises:
            ReplayMismatch: there is none; names the first difference.
        """
        where = f"request {ordinal + 1} of {party} in cell {'/'.join(map(str, self.cell))}"
        found = self._known.get((party, ordinal))
        if found is None:
            have = sum(name == party for name, _ in self._known)
            raise ReplayMismatch(f"{where} was never recorded ({have} were)")
        now = json.loads(request)
        if found.match != normal.digest(path, now):
            before = json.loads(self.cassette.body(found.request))
            told = normal.difference(
                normal.normalised(found.path, before), normal.normalised(path, now)
            )
            raise ReplayMismatch(f"{where} is not the recorded one: {told}")
        return found
