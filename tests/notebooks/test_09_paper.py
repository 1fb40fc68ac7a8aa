"""09: numbers, tables and claims from records; nothing in the paper without one."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.report.pairs import source_digest
from dreambench_lib.report.paper import MAIN
from dreambench_lib.report.record import write_records


def records_for(out: Path, leave_out: str = "") -> None:
    """A record for every number that the paper uses, and what the notebook itself reads."""
    body = MAIN.read_text(encoding="utf-8").partition(r"\begin{document}")[2]
    named = re.findall(r"\\rec\{([^}]*)\}", body)
    steps: dict[str, dict[str, Any]] = {"04-tests": {"claims": ["It failed to reject."]}}
    steps["04-tests"] |= {"first": "A", "second": "B", "label": "a test", "family": [_slot()]}
    for name in named:
        step, _, key = name.partition("/")
        if name != leave_out:
            steps.setdefault(step, {})[key.removesuffix(":4")] = 0.25 if ":4" in key else "7"
    for step, values in steps.items():
        notebook = "-".join(step.split("-")[:2])
        path = out / "paper" / "records" / f"{step}.json"
        source = source_digest(notebook)
        write_records(values, path, notebook=notebook, source=source, parameters={})


def _slot() -> dict[str, Any]:
    pair = {"slot": "P1", "first": "A", "second": "B", "D": 1, "b": 1, "c": 0}
    return {**pair, "p float": 1.0, "Holm": 1.0, "rejected": False}


def test_paper_is_fed(run: Callable[..., dict[str, Any]], out: Path) -> None:
    records_for(out)
    found = run("09-paper")
    assert found["used"] > 10
    assert found["tables"] == ["04-tests-family"]
    folder = out / "paper"
    assert "failed to reject" in (folder / "claims.tex").read_text(encoding="utf-8")
    assert "\\toprule" in (folder / "tables" / "04-tests-family.tex").read_text(encoding="utf-8")


def test_a_missing_record_stops_it(run: Callable[..., dict[str, Any]], out: Path) -> None:
    records_for(out, leave_out="04-tests/p_exact")
    with pytest.raises(BadInput, match=r"unknown record in main.tex '04-tests/p_exact'"):
        run("09-paper")
