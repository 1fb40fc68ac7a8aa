"""Receipts: a hash chain over the sealed records, in cell order.

No wall time and no fact of the environment is inside: the same plan and key give the same chain on
any machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..canonical import sha256
from ..records import CellRecord, Receipt


def chain(records: Iterable[CellRecord], plan_digest: str) -> Iterator[tuple[CellRecord, Receipt]]:
    """Each record with its receipt; the chain starts at the plan's digest.

    `records` must already stand in cell order.
    """
    previous = plan_digest
    for record in records:
        body = {
            "key": list(record.key),
            "instance": record.instance_digest,
            "record": sha256(record),
            "previous": previous,
        }
        receipt = Receipt.model_validate({**body, "chain": sha256(body)})
        previous = receipt.chain
        yield record, receipt
