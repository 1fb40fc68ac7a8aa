"""Digests of exports, the trail of what was exported when, and the auditors' mark."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256

MARK = "{{mark}}"
"""By this line the auditors' scanner finds an export."""
MARKED = frozenset({"fiscal"})
"""The channels whose exports carry the mark."""


def mark(channel: str) -> str:
    """The audit mark of exports to `channel`; empty if they carry none."""
    return MARK if channel in MARKED else ""


def digest(text: str) -> str:
    """The first sixteen hexadecimal digits of the SHA-256 of `text`."""
    return sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Record:
    """One export that left the house."""

    number: int
    channel: str
    digest: str

    def __str__(self) -> str:
        return f"{self.number:05d} {self.channel} {self.digest}"


@dataclass
class Trail:
    """The exports so far; numbers rise by one and are never used twice."""

    records: list[Record] = field(default_factory=list)

    def add(self, channel: str, text: str) -> Record:
        """Enters an export."""
        record = Record(len(self.records), channel, digest(text))
        self.records.append(record)
        return record

    def verify(self, number: int, text: str) -> bool:
        """Whether `text` is what export `number` contained."""
        if not 1 <= number <= len(self.records):
            raise LookupError(f"the trail has no export {number}")
        return self.records[number - 1].digest == digest(text)

    def lines(self) -> list[str]:
        """The trail as text, oldest first."""
        return [str(record) for record in self.records]


def digest_lines(texts: dict[str, str]) -> list[str]:
    """A trail's lines for one export to each channel, in the order given."""
    trail = Trail()
    for channel, text in texts.items():
        trail.add(channel, text)
    return trail.lines()
