"""The names of this room: adding or dropping one is a decision, not an accident."""

from __future__ import annotations

import subprocess
import sys

import dreambench_lib.forgetting as room

NAMES = """
AS_RELEASED EXCLUDE PROTOCOLS STRICT UNDEFINED Aggregate CellScore Counts Policy Protocol
QuestionResult QuestionScore SumScore aggregate paper_fama policy protocol score table3 table4
table5
"""


def test_public_names() -> None:
    assert sorted(room.__all__) == sorted(NAMES.split())
    assert all(hasattr(room, name) for name in room.__all__)


def test_the_arithmetic_loads_neither_frames_nor_clients() -> None:
    code = "import sys, dreambench_lib.forgetting as f; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"pandas", "openai", "matplotlib", "scipy"} & set(loaded)
