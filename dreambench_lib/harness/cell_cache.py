"""Cells by all that they are a function of, so that a run need not repeat those of another run.

Whoever works on a memory runs it again and again beside the same baselines, under one key. Only
cells of the library's own conditions and readers are kept: what else works in a cell (a class
somewhere, a model, a program) is not in its key. Cells that stopped early are not kept either.
"""

from __future__ import annotations

import hashlib
import zlib
from functools import lru_cache
from pathlib import Path

from ..agents.table import AGENTS, agent_class
from ..canonical import canonical, sha256
from ..memory.conditions import CONDITIONS
from ..records import CellKey
from ..traps.load import load_traps
from .entries import Entries
from .finished import Finished
from .plan import Plan
from .sandboxes import open_sandbox
from .trap_set import trap_set_digest

SIMULATED = "simulated reader"
OF_THE_RUN = {"conditions", "agents", "traps", "seeds", "trap_set", "preregistration"}
"""Of a plan, what says which cells a run has: it does not matter for one of them."""


class CellCache(Entries):
    """A folder of ended cells; what is damaged, or could be another user's, is not there."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, ".cell")

    def get(self, key: str, cell: CellKey) -> Finished | None:
        """The cell under `key`."""
        try:
            head, _, packed = self.read(key).partition(b"\n")
            line = zlib.decompress(packed)
        except (OSError, zlib.error):
            return None
        passed = head[:1] == b"1"
        if head != _head(passed, key, line):
            return None
        return Finished(cell, passed, None, line, remembered=True)

    def put(self, key: str, cell: Finished) -> None:
        """Keep a cell, unless it stopped early."""
        if cell.failed_party is None:
            head = _head(cell.passed, key, cell.line)
            self.write(key, head + b"\n" + zlib.compress(cell.line, 1))


def _head(passed: bool, key: str, line: bytes) -> bytes:
    digest = hashlib.sha256(f"{passed:d}{key}".encode() + line).hexdigest()
    return f"{passed:d}{digest}".encode()


def may_keep(cell: CellKey) -> bool:
    """Whether all that works in this cell is the library's own, and asks no model.

    >>> may_keep(CellKey("B5", "reader-careful", "C3-withdrawn", 1))
    True
    >>> may_keep(CellKey("mine:Memory", "reader-careful", "C3-withdrawn", 1))
    False
    """
    chosen = CONDITIONS.get(cell.condition)
    if chosen is None or chosen.needs_model or chosen.apart or cell.agent not in AGENTS:
        return False
    return str(agent_class(cell.agent).tier) == SIMULATED


def place_of(cell: CellKey, plan: Plan, root: Path | None, code: str) -> str:
    """The key under which a cell stands: SHA-256 over program, sandbox, trap, settings and cell."""
    return sha256(f"{_run(plan, code)} {_trap(root, cell.trap_id, plan)} {canonical(list(cell))}")


@lru_cache(maxsize=8)
def _run(plan: Plan, code: str) -> str:
    """What all cells of a run share; the commitment stands for the key."""
    sandbox = open_sandbox(plan.sandbox)
    settings = plan.model_dump(mode="json", exclude=OF_THE_RUN)
    return sha256([code, settings, sandbox.identity(), sandbox.interpreter()])


@lru_cache(maxsize=1024)
def _trap(root: Path | None, trap: str, plan: Plan) -> str:
    return trap_set_digest([load_traps(root)[trap]], plan.dials)
