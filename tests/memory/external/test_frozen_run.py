"""The frozen runs of other people's memories can be checked without any of them installed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dreambench_lib.harness.places import find_run
from dreambench_lib.harness.verify import verify


@pytest.mark.parametrize("name", ["external-60", "external-planned"])
def test_it_verifies_and_names_the_versions(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DREAMBENCH_APART", str(tmp_path))
    folder = find_run(name)
    assert [one for one in verify(folder) if not one.passed] == []
    told = json.loads((folder / "environment.json").read_text())["apart"]
    assert told["mem0"]["mem0ai"] == "2.0.11"
