"""A small real run for the tests of hygiene: every trap turns on what some condition lacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from dreambench_lib.harness.plan import make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.records import Budget

CONDITIONS = [
    "B0", "B5", "DF-rules", "A2-rules", "A5-rules", "DF-hybrid-rules", "no-scope-gate-rules",
    "no-type-policy-rules", "no-provenance-gate-rules", "no-field-supersession-rules", "random-k",
    "ideal",
]  # fmt: skip
TRAPS = ["C3-withdrawn", "C6-precedence", "C9-upload", "C10-foreign"]


def make_hygiene_run(folder: Path, words: int = 1200) -> Path:
    """Run and seal it."""
    plan, key = make_plan(
        CONDITIONS, ["reader-literal"], TRAPS, [1], key="b8" * 32,
        budget=Budget(items=6, words=words),
    )  # fmt: skip
    run(plan, key, folder, workers=2, cache=None)
    seal(folder)
    return folder


@pytest.fixture(scope="session")
def hygiene_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run at the paper's budget, made once."""
    return make_hygiene_run(tmp_path_factory.mktemp("hygiene") / "small")
