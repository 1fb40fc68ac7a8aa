"""Conformance: whether a memory is fit to be scored, seen from outside in under a minute.

A memory needs `write`, `sleep` and `read` only. Where it has them, the suite also uses:

- ``flush()``: return when all that was written is shown by reads. It is called after each sleep,
  and the suite asks all the same until it sees it;
- ``close()``: let go of files, sockets and processes;
- ``persistent = True``: a new object on the same folder and namespace knows what an old one knew.
"""

from __future__ import annotations

from dreambench_lib.memory.conformance.records import Conformance, Finding, Report
from dreambench_lib.memory.conformance.suite import conform, suite_id

__all__ = ["Conformance", "Finding", "Report", "conform", "suite_id"]
