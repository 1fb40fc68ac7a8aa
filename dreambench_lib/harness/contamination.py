"""The contamination audit: bytes of a finished run that stand where they must not.

Looked for are canaries (the run's key, the namespaces of other cells, the task tokens and note ids
of other instances, and texts that the user planted), minted values (of another instance anywhere;
of the cell's own before they could be known), and names of traps, constructs, conditions and agents
in words that the harness itself writes.

A hit in bytes that the harness shows makes the cell invalid, as infra: its outcome is withheld. A
hit in bytes that the agent made is reported, and the outcome stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ..agents.table import AGENTS
from ..errors import BadInput
from ..memory.conditions import CONDITIONS
from ..records import CellKey, CellRecord
from ..traps.leakage import patterns, secrets_of
from .cell import namespace
from .hygiene.relive import Past
from .shown import Maker, Text, texts

Progress = Callable[[int, int], None]
"""Called with (cells looked at, cells in all)."""
_OPAQUE = re.compile(r"(?<![0-9A-Za-z])(?:m[0-9a-f]{20}|[tn][0-9a-f]{10})(?![0-9A-Za-z])")
"""Namespaces, task tokens and note ids, as they are minted."""


class Hit(NamedTuple):
    """Something that stands where it must not."""

    cell: CellKey
    session: int
    maker: Maker
    where: str
    kind: str
    """``canary``, ``value`` or ``label``."""
    what: str


class Contamination(NamedTuple):
    """What the audit of one run found."""

    run: str
    cells: int
    hits: tuple[Hit, ...]
    outcomes: dict[CellKey, bool | None]
    """Passed or not; None where the cell has no outcome or it is withheld."""

    @property
    def invalid(self) -> tuple[CellKey, ...]:
        """Cells with a hit in bytes that the harness showed."""
        return tuple(dict.fromkeys(hit.cell for hit in self.hits if hit.maker == "harness"))

    @property
    def reported(self) -> tuple[Hit, ...]:
        """Hits in what agents made; those cells keep their outcomes."""
        return tuple(hit for hit in self.hits if hit.maker == "agent")


def audit_run(
    folder: Path,
    *,
    root: Path | None = None,
    canaries: Sequence[str] = (),
    progress: Progress | None = None,
) -> Contamination:
    """Audit the run in `folder`.

    Args:
        root: The folder of a run's private traps.
        canaries: Texts that were planted where no agent may look (checks, solutions, stores).
        progress: Called after every cell.

    Raises:
        BadInput: the folder is no finished run, or its traps are not at hand.
    """
    if any(not canary.strip() for canary in canaries):
        raise BadInput("a canary is empty, and so stands everywhere: give it some letters")
    past, records = Past.of(folder, root)
    planned = past.plan.cells()
    looker = _Looker(past, planned, canaries)
    hits: list[Hit] = []
    outcomes: dict[CellKey, bool | None] = {}
    for number, record in enumerate(records, start=1):
        found = list(looker.hits(record))
        withheld = record.failed_party or any(hit.maker == "harness" for hit in found)
        outcomes[record.key] = None if withheld else record.passed
        hits += found
        if progress:
            progress(number, len(planned))
    missing = len(planned) - len(outcomes)
    if missing:
        raise BadInput(f"{folder.name} lacks {missing} cells: finish it with 'dreambench run'")
    return Contamination(folder.name, len(outcomes), tuple(hits), outcomes)


class _Seen(NamedTuple):
    """What of all that is looked for stands in one text, whoever may have it."""

    canaries: tuple[str, ...]
    opaque: tuple[str, ...]
    values: tuple[str, ...]
    labels: dict[str, tuple[str, ...]]
    """By whose words they would be wrong in."""


class _Looker:
    """All that must be recognised in one run."""

    def __init__(self, past: Past, cells: Sequence[CellKey], canaries: Sequence[str]) -> None:
        self.past = past
        places = {(cell.trap_id, cell.seed): cell for cell in cells}
        self.instances = {place: past.mint(cell) for place, cell in places.items()}
        self.owners: dict[str, set[tuple[str, int]]] = {}
        self.opaque: dict[str, str] = {}
        for place, instance in self.instances.items():
            for value in secrets_of(instance).values():
                self.owners.setdefault(value, set()).add(place)
            whose = f"{place[0]}, seed {place[1]}"
            self.opaque[instance.token] = f"the task token of {whose}"
            self.opaque |= {note.id: f"a note of {whose}" for note in instance.all_notes()}
        for cell in cells:
            name = namespace(past.plan.commitment, cell)
            self.opaque[name] = f"the store of {'/'.join(map(str, cell))}"
        self.canaries = {past.key.hex(): "the run's key", **{c: f"canary {c}" for c in canaries}}
        labels = {*CONDITIONS, *AGENTS, *past.plan.conditions, *past.plan.agents}
        ours, traps = patterns(past.traps, labels)
        # Anybody may say B5; a trap's whole name is nobody's word.
        self.labels = {"ours": ours, "trap": traps, "others": patterns(past.traps, ())[1]}
        # Cells share most of their texts: each is searched once.
        self.seen_in = lru_cache(maxsize=65_536)(self._seen_in)

    def hits(self, record: CellRecord) -> Iterator[Hit]:
        """What is wrong with one cell's bytes."""
        instance = self.instances[record.key.trap_id, record.key.seed]
        if record.sessions and instance.digest != record.instance_digest:
            raise BadInput(
                f"trap {record.key.trap_id!r} is not the one of the run: see 'dreambench verify'"
            )
        allowed = {instance.token, namespace(self.past.plan.commitment, record.key)}
        allowed |= {note.id for note in instance.all_notes()}
        for text in texts(record, instance):
            for kind, what in self._found(record.key, text, allowed):
                yield Hit(record.key, text.session, text.maker, text.where, kind, what)

    def _found(self, key: CellKey, text: Text, allowed: set[str]) -> Iterator[tuple[str, str]]:
        seen = self.seen_in(text.text)
        for canary in seen.canaries:
            yield "canary", canary
        for name in seen.opaque:
            if name not in allowed:
                yield "canary", self.opaque[name]
        mine = (key.trap_id, key.seed)
        for value in seen.values:
            owners = self.owners[value]
            if mine not in owners:
                trap, seed = min(owners)
                yield "value", f"{value}, minted for {trap}, seed {seed}"
            elif value not in text.known:
                yield "value", f"{value}, which nothing had told by then"
        if text.maker == "harness":
            for label in seen.labels[text.words]:
                if text.words == "ours" or label not in text.known:
                    yield "label", label

    def _seen_in(self, text: str) -> _Seen:
        def matches(pattern: re.Pattern[str]) -> tuple[str, ...]:
            return tuple(sorted({match[0] for match in pattern.finditer(text)}))

        return _Seen(
            canaries=tuple(name for canary, name in self.canaries.items() if canary in text),
            opaque=tuple(name for name in matches(_OPAQUE) if name in self.opaque),
            values=tuple(value for value in self.owners if value in text),
            labels={whose: matches(pattern) for whose, pattern in self.labels.items()},
        )
