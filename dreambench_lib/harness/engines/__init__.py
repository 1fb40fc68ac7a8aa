"""Engines by name: what carries cells to processes. A new one is a file and a line here.

An engine may lose, repeat or reorder cells as it likes: `run` commits each result once by its key,
and whoever stops early is resumed by the same command.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Protocol

from ...errors import BadInput, unknown
from ...records import CellKey
from ..finished import Finished
from ..work import Job

ENGINES = {
    "local": "dreambench_lib.harness.engines.local:Local",
    "dask": "dreambench_lib.harness.engines.dask:Dask",
}


class Engine(Protocol):
    """Runs cells somewhere; made with (workers, scheduler)."""

    def __init__(self, workers: int, scheduler: str | None) -> None: ...

    def results(self, cells: Sequence[CellKey], job: Job) -> Iterator[Finished]:
        """Cells as they end, a repeated one allowed; raises Infra when the machine fails."""
        ...


def make_engine(name: str, workers: int, scheduler: str | None = None) -> Engine:
    """The engine called `name`, or the class at a dotted path ``pkg.module:Class``."""
    path = name if ":" in name else ENGINES.get(name)
    if path is None:
        raise unknown("engine", name, ENGINES)
    module, _, attribute = path.partition(":")
    try:
        made: type[Engine] = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise BadInput(f"cannot load the engine {name!r} ({error}): check the path") from error
    return made(workers, scheduler)
