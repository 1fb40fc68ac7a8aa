"""The systems that were tried: every one has its row, and its row is true of the tables."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from dreambench_lib import apart
from dreambench_lib.cli import app
from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.memory.external.tried import tried


def test_every_external_condition_belongs_to_a_system_and_every_row_names_real_ones() -> None:
    named = [name for one in tried() for name in one.conditions]
    assert sorted(named) == sorted(name for name, entry in CONDITIONS.items() if entry.apart)


def test_what_runs_has_conditions_and_what_does_not_says_why() -> None:
    for one in tried():
        assert bool(one.conditions) == (one.state != "does not run"), one.name
        assert one.state == "runs" or one.missing, one.name


def test_the_version_that_runs_is_the_pinned_one() -> None:
    for one in tried():
        entries = {part for name in one.conditions for part in CONDITIONS[name].apart}
        pinned = [line for name in entries for line in
                  (*apart.entry(name).requires, *apart.entry(name).no_deps)]  # fmt: skip
        for version in one.version.split(", ") if one.conditions else []:
            assert any(line.endswith(f"=={version}") for line in pinned), one.name


def test_the_six_agents_of_the_memora_paper_keep_a_row_each() -> None:
    agents = {one.name for one in tried() if one.memora}
    assert agents == {"A-Mem", "LangMem", "Mem0", "MemoBase", "MemOS", "Nemori"}


def test_what_asks_a_service_is_client_only() -> None:
    for one in tried():
        services = {bool(CONDITIONS[name].service) for name in one.conditions}
        assert services == ({one.state == "client only"} if one.conditions else set()), one.name


@pytest.mark.parametrize("flag", [[], ["--json"]])
def test_the_command_prints_every_row(flag: list[str]) -> None:
    done = CliRunner().invoke(app, ["memory", "external", *flag], env={"COLUMNS": "200"})
    assert done.exit_code == 0
    if flag:
        assert [row["name"] for row in json.loads(done.output)] == [one.name for one in tried()]
    else:
        assert all(one.name in done.output for one in tried())
