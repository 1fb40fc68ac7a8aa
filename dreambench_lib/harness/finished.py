"""A cell that ended, on its way to the log: whoever ran it writes its line, the driver keeps it.

A record takes as long to write as to send to another process, and a run has one driver.
"""

from __future__ import annotations

from typing import NamedTuple

from ..canonical import canonical
from ..records import CellKey, CellRecord, Party


class Finished(NamedTuple):
    """What the driver must know of a record, and the record's line."""

    key: CellKey
    passed: bool
    failed_party: Party | None
    line: bytes
    """The record's canonical JSON and a line break: what stands in the log."""
    remembered: bool = False
    """Taken from the cache (`cell_cache`)."""

    @classmethod
    def of(cls, record: CellRecord) -> Finished:
        """A record, written.

        >>> one = Finished.of(CellRecord(key=CellKey("B0", "reader-careful", "C3-withdrawn", 1)))
        >>> one.passed, one.record.key.seed
        (False, 1)
        """
        line = f"{canonical(record)}\n".encode()
        return cls(record.key, record.passed, record.failed_party, line)

    @property
    def record(self) -> CellRecord:
        """The record, read back."""
        return CellRecord.model_validate_json(self.line)
