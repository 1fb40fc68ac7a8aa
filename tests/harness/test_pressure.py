"""Dials in plans and runs: digests of plans without them do not move, runs under them verify."""

from __future__ import annotations

from pathlib import Path

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.plan import Plan, make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.harness.verify import read_sealed, verify

KEY = "5a" * 32


def plan(**more: int) -> Plan:
    return make_plan(["B5"], ["reader-careful"], ["C9-upload"], [1], key=KEY, **more)[0]  # type: ignore[arg-type]


def test_idle_dials_leave_plans_as_they_were() -> None:
    plain = plan()
    assert plain == plan(pressure=0, distractors=0)
    assert {"pressure", "distractors"} & set(plain.model_dump()) == set()
    assert "pressure" not in plain.model_dump_json()
    assert Plan.model_validate_json(plain.model_dump_json()) == plain


def test_dials_are_part_of_the_plan_and_of_what_is_comparable() -> None:
    plans = [plan(), plan(pressure=3), plan(pressure=10), plan(distractors=3)]
    assert len({p.digest for p in plans}) == len({p.trap_set for p in plans}) == 4
    assert plans[1].model_dump()["pressure"] == 3
    assert Plan.model_validate_json(plans[1].model_dump_json()) == plans[1]
    with pytest.raises(BadInput, match="the plan's pressure is wrong"):
        plan(pressure=-1)


def test_a_pressed_run_verifies_and_rescores(tmp_path: Path) -> None:
    folder = tmp_path / "pressed"
    pressed = plan(pressure=2, distractors=4)
    run(pressed, KEY, folder, workers=1, cache=None)
    manifest = seal(folder)
    assert manifest["plan"]["pressure"] == 2
    ((record, _),) = read_sealed(folder)
    assert [len(s.notes) for s in record.sessions] == [10, 10, 3, 3, 0]
    assert all(session.verdict.passed for session in record.sessions[2:4])
    findings = verify(folder, rescore=True)
    assert [f for f in findings if not f.passed] == []
