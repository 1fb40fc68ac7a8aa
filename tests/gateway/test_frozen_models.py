"""The frozen runs of a real, tiny model: whole, and run again offline from their cassettes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dreambench_lib.harness.places import find_run
from dreambench_lib.harness.verify import verify

AGAIN = "cells come out again, offline"


@pytest.mark.parametrize(("name", "cells"), [("smollm2", 80), ("smollm2-loop", 1)])
def test_a_run_of_a_real_model_comes_out_again_without_it(name: str, cells: int) -> None:
    findings = {one.what: one for one in verify(find_run(name), replay=True)}
    assert [one for one in findings.values() if not one.passed] == []
    assert findings[AGAIN].detail == f"{cells} cells"


def test_another_answer_of_the_model_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "smollm2-loop"
    shutil.copytree(find_run("smollm2-loop"), folder)
    for body in (folder / "cassette" / "bodies").iterdir():
        body.write_bytes(body.read_bytes().replace(b"content", b"contend"))
    findings = {one.what: one.passed for one in verify(folder, replay=True)}
    assert findings[AGAIN] is False
