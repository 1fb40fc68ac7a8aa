"""Receipts: a hash chain over the sealed records, in cell order.

No wall time and no fact of the environment is inside: the same plan and key give the same chain on
any machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..canonical import canonical, sha256
from ..records import CellRecord, Receipt

Written = tuple[CellRecord, str]
"""A record and its canonical JSON."""


class Link(NamedTuple):
    """A record in its place in the chain."""

    record: CellRecord
    receipt: Receipt
    text: str
    """The record's canonical JSON, which its digest is of."""


def written(records: Iterable[CellRecord]) -> Iterator[Written]:
    """Each record with its canonical JSON."""
    return ((record, canonical(record)) for record in records)


def chain(records: Iterable[Written], plan_digest: str) -> Iterator[Link]:
    """Each record with its receipt; the chain starts at the plan's digest.

    Args:
        records: In cell order, each with its canonical JSON.
    """
    previous = plan_digest
    for record, text in records:
        body = {
            "key": list(record.key),
            "instance": record.instance_digest,
            "record": sha256(text),
            "previous": previous,
        }
        receipt = Receipt.model_validate({**body, "chain": sha256(body)})
        previous = receipt.chain
        yield Link(record, receipt, text)
