"""Models that are asked outside a run's cells: the judges of a report, whoever answers for one.

They pass the same gateway: metered by party, priced, kept by content, with keys taken out.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from ...models import Endpoint
from ...records import CellKey
from .gate import Gate
from .settings import Live, started

USED = "models.json"
"""What was used by whom, beside a report."""


class _Nobody:
    """The means of what is no agent."""

    model: Endpoint | None = None
    cell_tokens: int | None = None
    sandbox = ""
    templates: tuple[tuple[str, str], ...] = ()


@contextmanager
def aside(
    folder: Path, subject: str, prices: Path | None = None, workers: int = 4
) -> Iterator[Gate]:
    """A gate whose exchanges and sums lie in `folder`; `models.json` is written at the end.

    Taken up again after a stop, the earlier exchanges stay beside the new ones, and the sums of
    `models.json` are those since then; `spent.json` has them all.

    Args:
        subject: Whose report it is, as it stands in the cassette.
    """
    folder.mkdir(parents=True, exist_ok=True)
    live = Live(folder=folder.absolute(), prices=prices, concurrency=max(1, workers))
    started(live)
    with ExitStack() as stack:
        gate = Gate(live, _Nobody(), CellKey("judge", subject, "report", 0), stack)
        try:
            yield gate
        finally:
            gate.note()
            _write(folder, gate)


def _write(folder: Path, gate: Gate) -> None:
    rows: list[dict[str, Any]] = [
        {"party": name.partition("/")[0], "name": name.partition("/")[2],
         **reading._asdict(), "money": str(reading.money)}
        for name, reading in gate.readings().items()
    ]  # fmt: skip
    draft = folder / f".{USED}"
    draft.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    os.replace(draft, folder / USED)
