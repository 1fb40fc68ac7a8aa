"""Every command: help with an example, JSON, one sentence on bad input."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from dreambench_lib import apart
from dreambench_lib.cli import app

Call = Callable[..., Any]


def every(group: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """All commands that do something, as they are typed."""
    for name, command in (group or get_command(app)).commands.items():
        if hasattr(command, "commands"):
            yield from every(command, (*path, name))
        else:
            yield (*path, name)


COMMANDS = sorted(every())


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_has_an_example(dreambench: Call, command: tuple[str, ...]) -> None:
    result = dreambench(*command, "--help")
    assert result.code == 0
    assert "Example" in result.out
    assert "dreambench " + " ".join(command) in " ".join(result.out.split())


def test_version(dreambench: Call) -> None:
    from dreambench_lib import __version__

    whole = dreambench("--version", "--json").json
    assert whole["version"] == __version__
    assert [len(whole[name]) for name in ("code", "traps")] == [64, 64]
    line = dreambench("--version").out
    assert line == (
        f"dreambench {__version__} (code {whole['code'][:12]}, traps {whole['traps'][:12]}, "
        f"referee {whole['referee']})\n"
    )
    assert "write it after" in dreambench("--json", "runs", "list").err


def test_published_p1_is_the_published_value(dreambench: Call) -> None:
    found = dreambench("compare", "published", "DF-hybrid", "B5", "--json").json
    assert found["p"] == 0.5184192657470703
    assert found["p_exact"] == "271801/524288"
    assert (found["D"], found["b"], found["c"], found["clusters"]) == (6, 21, 15, 60)
    assert found["pooled_p"] == 0.40503224614076316
    assert found["majority_p"] == 0.34375
    assert [row["p"] for row in found["per_seed"]] == [1.0, 0.5078125, 0.7744140625]


def test_compare_prints_a_table_and_no_equivalence(dreambench: Call) -> None:
    out = dreambench("compare", "published", "DF-hybrid", "B5").out
    assert "271801/524288" in out
    assert "never evidence of equivalence" in " ".join(out.split())


def test_own_runs_have_two_blocks_and_no_total(dreambench: Call) -> None:
    found = dreambench(
        "compare", "offline-60", "DF-hybrid-rules", "B5", "--agent", "reader-careful", "--json"
    ).json
    assert "D" not in found
    assert found["needs"]["clusters"] == 54
    assert found["hurts"]["clusters"] == 6
    assert found["label"] == "simulated reader"


def test_traps_list_json_has_the_ten_constructs(dreambench: Call) -> None:
    rows = dreambench("traps", "list", "--json").json
    assert {row["construct"] for row in rows} == {f"C{n}" for n in range(1, 11)}
    assert all({"id", "construct", "set", "fixture", "start"} <= set(row) for row in rows)
    assert sum(row["start"] == "clean" for row in rows) >= 2


def test_conditions_list_json(dreambench: Call) -> None:
    rows = {row["id"]: row for row in dreambench("conditions", "list", "--json").json}
    assert {"B0", "B5", "recency-only", "DF-hybrid-rules", "ideal"} <= set(rows)
    assert rows["ideal"]["ranked"] is False


def test_runs_list_names_the_frozen_runs(dreambench: Call) -> None:
    states = {row["run"]: row["state"] for row in dreambench("runs", "list", "--json").json}
    assert states["published"] == "published"
    assert states["offline-60"] == "sealed"


def test_a_small_run_with_a_memory_by_path(dreambench: Call, tmp_path: Path) -> None:
    out = tmp_path / "mine"
    result = dreambench(
        "run", "--conditions", "B0,tests.harness.spies:Spy", "--agent", "reader-literal",
        "--traps", "C9-upload", "--seeds", "1", "--out", out, "--workers", "1", "--json",
    )  # fmt: skip
    assert result.code == 0
    assert result.json["cells"] == 2
    assert result.json["tier"] == "simulated reader"
    header = (out / "cells.csv").read_text().splitlines()[0]
    assert header.startswith("condition,agent,trap_id,seed,passed")
    assert dreambench("verify", out, "--json").json["passed"] is True
    again = dreambench(
        "run", "--conditions", "B0", "--traps", "C9-upload", "--seeds", "1", "--out", out
    )
    assert again.code == 2
    assert "is sealed" in again.err


BAD = [
    (["compare", "publishd", "DF", "B5"], "did you mean 'published'"),
    (["compare", "published", "DFhybrid", "B5"], "unknown condition in published 'DFhybrid'"),
    (["compare", "published", "B5", "B5"], "cannot be compared with itself"),
    (["compare", "offline-60", "B5", "B0"], "choose one with --agent"),
    (["compare", "published", "B5", "B0", "--agent", "x"], "unknown agent"),
    (["verify", "offline-1"], "unknown run 'offline-1'"),
    (["traps", "show", "C33"], "unknown trap 'C33'"),
    (["run", "--conditions", "B9"], "unknown condition 'B9'"),
    (["run", "--conditions", "B0", "--seeds", "1,x"], "seed 'x' is not a whole number"),
    (["run", "--conditions", "B0", "--key", "12"], "is not 64 hexadecimal digits"),
    (["run", "--conditions", "B0", "--budget", "6"], "budget '6' is not items,words"),
    (["run", "--conditions", "B0", "--traps", "C99"], "unknown trap 'C99'"),
    (["run", "--conditions", "B0", "--workers", "0"], "0 workers"),
    (["run", "--conditions", "B0", "--sandbox", "chroot"], "unknown sandbox 'chroot'"),
    (["run", "--config", "nowhere.toml"], "config nowhere.toml cannot be read"),
    (["run"], "no condition is named"),
    (["trap"], "unknown command 'trap': did you mean 'traps'"),
    (["run", "--condition", "B0"], "No such option"),
    (["compare", "published"], "Missing argument"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD, ids=lambda part: str(part)[:40])
def test_bad_input_is_one_sentence_and_exit_2(
    dreambench: Call,
    words: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    result = dreambench(*words)
    assert result.code == 2
    assert sentence in result.err
    assert result.err.count("\n") == 1
    assert "Traceback" not in result.err
    assert list(tmp_path.iterdir()) == []


def test_without_bubblewrap_nothing_runs(
    dreambench: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dreambench_lib.harness.sandboxes import bubblewrap, inventory

    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    for cached in (bubblewrap.best_layout, inventory.bwrap):
        cached.cache_clear()
    result = dreambench(
        "run", "--conditions", "B0", "--traps", "C9-upload", "--seeds", "1",
        "--out", tmp_path / "run", "--no-cache",
    )  # fmt: skip
    for cached in (bubblewrap.best_layout, inventory.bwrap):
        cached.cache_clear()
    assert result.code == 2
    assert "apt" in result.err
    assert "bubblewrap" in result.err
    assert result.err.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_verify_exits_1_when_something_fails(dreambench: Call, tmp_path: Path) -> None:
    from dreambench_lib.harness.places import find_run

    copy = tmp_path / "copy"
    copy.mkdir()
    for path in find_run("offline-60").iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    cells = copy / "cells.csv"
    cells.write_bytes(cells.read_bytes().replace(b",1,,", b",0,,", 1))
    assert dreambench("verify", copy).code == 1


def test_brackets_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    from dreambench_lib.cli import show

    show.table("[a] title", ["[b] head"], [["pip install -e '.[mem0]'"], ["[/red] [bold]x"]])
    out = capsys.readouterr().out
    assert "'.[mem0]'" in out
    assert "[/red] [bold]x" in out


def test_doctor_says_what_is_ready(dreambench: Call) -> None:
    found = dreambench("doctor", "--json").json
    states = {(f["kind"], f["name"]): f for f in found["findings"]}
    assert states["sandbox", "bubblewrap"]["ready"] is True
    assert states["memory", "B5"]["ready"] is True
    assert {name for kind, name in states if kind == "installed apart"} == set(apart.names())
    assert all(f["ready"] or f["remedy"] for f in found["findings"])
