"""The append-only admission log and the funnel computed from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.traps import admission
from dreambench_lib.traps.bench import Bench

from .conftest import Tiny


def test_every_verdict_is_appended_and_the_funnel_counts_versions(
    tiny: Tiny, bench: Bench, tmp_path: Path
) -> None:
    log = tmp_path / "log" / "admission.jsonl"
    tiny.head["slot"]["close"]["form"] = "CL-{4D}"
    tiny.head["crowd"] = [6, 6]
    bad = tiny.load()
    failed = admission.examine(bad, bench)
    assert not admission.admitted(failed)
    admission.append(log, bad, 12, failed)
    before = log.read_bytes()

    tiny.head["slot"]["close"]["form"] = "CL-{5A}-{3D}"
    tiny.head["crowd"] = [8, 8]
    good = tiny.load()
    passed = admission.examine(good, bench)
    assert admission.admitted(passed)
    admission.append(log, good, 12, passed)

    assert log.read_bytes().startswith(before)
    entries = admission.read(log)
    assert [entry.gate for entry in entries] == [r.gate for r in (*failed, *passed)]
    assert {entry.version for entry in entries} == {
        admission.template_digest(bad), admission.template_digest(good)
    }  # fmt: skip
    stages = {stage.gate: stage for stage in admission.funnel(log)}
    assert stages["cues"] == ("cues", 2, 2)
    assert stages["entropy"] == ("entropy", 2, 1)
    assert stages["crowding"] == ("crowding", 1, 1)
    assert admission.funnel(log)[-1].passed == 1


def test_texts_only_needs_no_judge(tiny: Tiny, bench: Bench) -> None:
    results = admission.examine(tiny.load(), bench, run=False)
    assert [result.gate for result in results][-1] == "skeleton"
    assert bench.judge.asked == 0  # type: ignore[attr-defined]


def test_a_truncated_line_is_named(tmp_path: Path) -> None:
    log = tmp_path / "a.jsonl"
    with pytest.raises(BadInput, match="run 'dreambench traps check' first"):
        admission.read(log)
    log.write_text('{"when": "x"', encoding="utf-8")
    with pytest.raises(BadInput, match=r"line 1 of .* is truncated"):
        admission.read(log)
