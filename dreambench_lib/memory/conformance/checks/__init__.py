"""The checks, in the order they are made: what a failure of one means for those after it."""

from __future__ import annotations

from dreambench_lib.memory.conformance.checks import (
    cost,
    dead,
    given,
    isolation,
    limit,
    network,
    readback,
    repeated,
    restart,
    roundtrip,
    sources,
    updates,
    writers,
)

CHECKS = (
    readback.CHECK,
    roundtrip.CHECK,
    limit.CHECK,
    isolation.CHECK,
    sources.CHECK,
    updates.CHECK,
    repeated.SAME,
    repeated.QUIET,
    writers.CHECK,
    restart.CHECK,
    given.CHECK,
    cost.CHECK,
    dead.CHECK,
    network.CHECK,
)

__all__ = ["CHECKS"]
