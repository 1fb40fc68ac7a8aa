"""The rules on held-out texts: the first result is the kept one, and only counts leave."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.cli import main
from dreambench_lib.errors import BadInput
from dreambench_lib.harness.hygiene import held_out
from dreambench_lib.harness.hygiene.extraction import KINDS
from dreambench_lib.harness.hygiene.held_out import (
    FIRST,
    SOURCES,
    Audit,
    audited,
    keep_first,
    read_first,
    rules_digest,
)
from dreambench_lib.memory import probe
from dreambench_lib.memory.probe import extract
from dreambench_lib.traps.held_out import load_held_out, told_events
from dreambench_lib.traps.load import load_traps

TRAPS = load_traps()
HELD = load_held_out(TRAPS)
KEY = "c4" * 32
SOME = {name: TRAPS[name] for name in ("C3-withdrawn", "C10-foreign")}


def test_the_first_result_is_what_these_rules_read_in_these_texts() -> None:
    kept = read_first()
    assert audited(TRAPS, HELD, kept.key) == kept
    assert kept.traps == len(TRAPS)
    assert kept.notes == sum(len(told_events(trap)) for trap in TRAPS.values())


def test_every_fact_of_every_held_out_text_is_counted_once() -> None:
    found = audited(SOME, HELD, KEY)
    lines = {(one.set, one.kind, one.construct_id): one for one in found.lines}
    carried = [fact for trap in SOME.values() for event in trap.events for fact in event.carries]
    counted = sum(
        one.held_of for (which, kind, code), one in lines.items()
        if (which, code) == ("all", "all") and kind != "reach"
    )  # fmt: skip
    assert counted == len(carried)
    # C10-foreign and C3-withdrawn are both of the core set, or the sets would differ.
    assert {trap.set for trap in SOME.values()} == {"core"}
    core = [one.model_copy(update={"set": "all"}) for one in found.lines if one.set == "core"]
    assert core == [one for one in found.lines if one.set == "all"]
    whole = lines["all", "value", "all"]
    assert (
        whole.held_of == lines["all", "value", "C3"].held_of + lines["all", "value", "C10"].held_of
    )


def test_what_is_read_depends_on_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    assert any(one.held_found for one in audited(SOME, HELD, KEY).lines)
    monkeypatch.setattr("dreambench_lib.harness.hygiene.extraction.extract", lambda *a: [])
    assert not any(one.held_found or one.held_mentioned for one in audited(SOME, HELD, KEY).lines)


def test_the_digest_is_of_every_module_that_the_extractor_imports() -> None:
    folder = Path(extract.__file__).parent
    seen: set[str] = set()
    waiting = ["extract"]
    while waiting:
        name = waiting.pop()
        seen.add(name)
        for node in ast.walk(ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                room, _, module = (node.module or "").rpartition(".")
                if room == "dreambench_lib.memory.probe" and module not in seen:
                    waiting.append(module)
                else:
                    assert (
                        not (node.module or "").startswith("dreambench_lib.memory")
                        or module in seen
                    )
    assert seen | {"typed"} == set(SOURCES)


def test_another_rule_is_another_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = rules_digest()
    folder = Path(extract.__file__).parent
    for name in SOURCES:
        (tmp_path / f"{name}.py").write_bytes((folder / f"{name}.py").read_bytes())
    monkeypatch.setattr(probe, "__path__", [str(tmp_path)])
    assert rules_digest() == before
    with (tmp_path / "strikes.py").open("a") as source:
        source.write("# another rule\n")
    assert rules_digest() != before


def test_a_first_result_is_never_written_again(tmp_path: Path) -> None:
    found = audited(SOME, HELD, KEY)
    path = tmp_path / "first.json"
    keep_first(path, found)
    assert read_first(path) == found
    kept = path.read_bytes()
    with pytest.raises(BadInput, match=r"first\.json has a first result, which stands"):
        keep_first(path, found)
    assert path.read_bytes() == kept
    with pytest.raises(BadInput, match=r"there is no folder 'nowhere' for first\.json"):
        keep_first(tmp_path / "nowhere" / "first.json", found)


@pytest.mark.parametrize(
    ("text", "told"),
    [("{", "is not JSON"), ("[]", "is not a table"), ('{"key": "a"}', "lacks 'texts'")],
)
def test_a_broken_result_is_one_sentence(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "first.json").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=told):
        read_first(tmp_path / "first.json")
    with pytest.raises(BadInput, match=r"other\.json is missing: make it with"):
        read_first(tmp_path / "other.json")


def _command(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["dreambench", "hygiene", "extraction", *words])
    main()


def test_the_command_shows_counts_and_no_text(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    first = tmp_path / "first.json"
    _command(
        monkeypatch, "--held-out", "--set", "C3-withdrawn", "--key", KEY, "--json",
        "--first", str(first),
    )  # fmt: skip
    found = json.loads(capsys.readouterr().out)
    assert Audit.model_validate(found) == read_first(first)
    words = {value for line in found["lines"] for value in line.values() if isinstance(value, str)}
    assert words <= {*KINDS, "all", "core", "C3"}
    _command(monkeypatch, "--held-out", "--set", "C3-withdrawn", "--key", KEY)
    shown = capsys.readouterr().out
    assert f"in {found['notes']} held-out texts" in shown
    told = " ".join(HELD["C3-withdrawn"].texts.values()).split()
    runs = {" ".join(told[at : at + 4]) for at in range(len(told) - 3)}
    assert not any(run in " ".join(shown.split()) for run in runs)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--first", "x.json"], "--first keeps counts of held-out texts: add --held-out"),
        (["--held-out", "--first", str(FIRST)], "held-out.json has a first result"),
        (["--held-out", "--traps", "notebooks"], "no trap is in core"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    words: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(Path(held_out.__file__).parents[3])
    with pytest.raises(SystemExit) as stop:
        _command(monkeypatch, *words)
    assert stop.value.code == 2
    error: Any = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
