"""The commands `dreambench traps …`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dreambench_lib.cli.traps import app
from dreambench_lib.errors import BadInput
from dreambench_lib.traps.load import _all, load_fixture

from .conftest import Tiny

KEY = "ab" * 32


def run(*args: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, args, env={"COLUMNS": "200"})
    if isinstance(done.exception, BadInput):
        raise done.exception
    assert done.exit_code == code, done.output
    return done.stdout


@pytest.fixture
def root(tiny: Tiny) -> str:
    return str(tiny.write().parent)


def test_list(root: str) -> None:
    (row,) = json.loads(run("--traps", root, "list", "--json"))
    assert {
        "id": "T3-tiny", "construct": "C3", "set": "core", "fixture": "tiny", "start": "clean"
    }.items() <= row.items()  # fmt: skip
    assert "T3-tiny" in run("--traps", root, "list")
    assert json.loads(run("--traps", root, "list", "--set", "extended", "--json")) == []


def test_show(root: str) -> None:
    told = run("--traps", root, "show", "T3-tiny")
    assert "close.trial [superseded]" in told
    assert "s3-1-not-close.zero [forgetting]" in told
    data = json.loads(run("--traps", root, "show", "T3-tiny", "--json"))
    assert data["construct"] == "C3"
    assert data["fixture"] == "tiny"


def test_mint_gives_the_public_half_by_default(root: str) -> None:
    args = ("--traps", root, "mint", "T3-tiny", "--seed", "3", "--key", KEY, "--json")
    public: dict[str, Any] = json.loads(run(*args))
    sealed: dict[str, Any] = json.loads(run(*args, "--sealed"))
    assert set(sealed) - set(public) == {
        "trap", "values", "solution", "carried", "checks", "digest"
    }  # fmt: skip
    assert public["key"] == KEY
    assert "T3" not in json.dumps(public)
    assert "close." not in json.dumps(public)
    assert json.loads(run(*args, "--sealed"))["digest"] == sealed["digest"]
    assert sealed["solution"]["close"] == sealed["values"]["close.first"]
    assert "sealed" in run(*args[:-1], "--sealed")


def test_check_of_texts(root: str, tiny: Tiny, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    args = ("--traps", root, "check", "--texts-only", "--seeds", "2", "--log", str(log), "--json")
    good = json.loads(run(*args))
    assert all(row["passed"] for row in good["results"])
    tiny.head["slot"]["close"]["form"] = "CL-{4D}"
    tiny.write()
    assert "T3-tiny" in run(*args[:3], "T3-tiny", *args[3:-1], code=1)
    assert len(log.read_text().splitlines()) == 24


def test_faults_are_sentences(root: str) -> None:
    with pytest.raises(BadInput, match=r"unknown trap 'T4'.*T3-tiny"):
        run("--traps", root, "show", "T4")
    with pytest.raises(BadInput, match="unknown set 'cor': did you mean 'core'"):
        run("--traps", root, "list", "--set", "cor")
    with pytest.raises(BadInput, match="omit --key"):
        run("--traps", root, "mint", "T3-tiny", "--key", "12")
    with pytest.raises(BadInput, match="there is no trap folder 'nowhere'"):
        run("--traps", root + "/nowhere", "list")
    with pytest.raises(BadInput, match="no trap to check"):
        run("--traps", root, "check", "--set", "extended")


def test_new_and_audit(root: str, tiny: Tiny, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"'crowd' needs 15 ordinary notes, but the bank of tiny"):
        run("--traps", root, "new", "C1", "--fixture", "tiny", "--name", "fresh")
    assert not (Path(root) / "C1-fresh").exists()
    tiny.bank["talk14"] = tiny.bank["talk0"]
    tiny.write()
    load_traps_anew()
    told = run("--traps", root, "new", "C1", "--fixture", "tiny", "--name", "fresh")
    assert "C1-fresh" in told
    assert {row["id"] for row in json.loads(run("--traps", root, "list", "--json"))} == {
        "C1-fresh", "T3-tiny"
    }  # fmt: skip
    log = tmp_path / "log.jsonl"
    run("--traps", root, "check", "T3-tiny", "--texts-only", "--seeds", "1", "--log", str(log))
    args = ("audit", "--flakes", "0", "--seeds", "2", "--log", str(log))
    found = json.loads(run("--traps", root, *args, "--json"))
    assert (found["leaks"], found["flakes"]) == ([], None)
    assert found["funnel"][0] == {"gate": "cues", "entered": 1, "passed": 1}
    out = run("--traps", root, *args)
    assert "0 leaks" in out
    assert "Admission funnel" in out
    assert "no admission log" in run("--traps", root, *args[:-1], str(tmp_path / "none"))


def test_audit_fails_on_a_leak(root: str, tiny: Tiny) -> None:
    tiny.bank["talk0"]["texts"] = [text + " See T3-tiny." for text in tiny.bank["talk0"]["texts"]]
    tiny.write()
    load_traps_anew()
    out = run("--traps", root, "audit", "--flakes", "0", "--seeds", "3", code=1)
    assert "T3-tiny" in out


def test_a_fault_is_shown_with_its_line(root: str, tiny: Tiny) -> None:
    tiny.head["slot"]["close"]["form"] = "CL-{4D}"
    tiny.write()
    found = json.loads(
        run("--traps", root, "check", "T3-tiny", "--texts-only", "--seeds", "1",
            "--log", str(tiny.root / "log"), "--json", code=1)
    )  # fmt: skip
    (fault,) = [row for row in found["results"] if not row["passed"]]
    assert (fault["gate"], fault["where"]) == ("entropy", "T3-tiny/trap.toml:9")


def load_traps_anew() -> None:
    load_fixture.cache_clear()
    _all.cache_clear()


@pytest.mark.parametrize("command", ["list", "show", "mint", "new", "check", "audit"])
def test_help_has_an_example(command: str) -> None:
    assert "Example:" in run(command, "--help")
