"""Faults name file and line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.traps.bench import Bench, Course
from dreambench_lib.traps.lint import states, texts
from dreambench_lib.traps.load import ROOT, load_trap
from dreambench_lib.traps.places import key_line, places

from .conftest import Tiny
from .test_load import (
    check_of_unknown_kind,
    cue_missing,
    small_bank,
    unknown_fact_carried,
    unknown_key,
    unknown_slot_in_file,
)


@pytest.mark.parametrize(
    ("broken", "place"),
    [
        (unknown_key, r"T3-tiny/trap.toml:14\)"),
        (small_bank, r"T3-tiny/trap.toml:8\)"),
        (cue_missing, r"T3-tiny/trap.toml:13\)"),
        (unknown_slot_in_file, r"T3-tiny/s3/right/tiny/closing.py:7\)"),
        (check_of_unknown_kind, r"T3-tiny/checks.toml\)"),
        (unknown_fact_carried, r"unknown fact close.nil: add it to \[fact\] \(see .*trap.toml:12"),
    ],
)
def test_the_loader_names_the_line(tiny: Tiny, broken: Callable[[Tiny], None], place: str) -> None:
    broken(tiny)
    with pytest.raises(BadInput, match=place):
        tiny.load()


def _line(path: Path, needle: str) -> int:
    return next(n for n, line in enumerate(path.read_text().splitlines(), 1) if needle in line)


def test_places_in_a_written_trap() -> None:
    folder = ROOT / "C8-reference"
    toml, checks = folder / "trap.toml", folder / "checks.toml"
    second = _line(toml, '"Support diary, Tuesday.')
    said = "text 2 of event hint holds no cue of slot way: use one of 'rule codes'"
    assert places(folder, said) == f"C8-reference/trap.toml:{second}"
    third = _line(checks, 'run = ["python", "tools/build_reference.py"]') - 2
    assert places(folder, "seed 3: s3-3 fails: no") == f"C8-reference/checks.toml:{third}"
    assert places(folder, "slot code: H has 3 bits, not 20") == (
        f"C8-reference/trap.toml:{_line(toml, 'code = {form')}"
    )
    assert places(folder, "event torn comes after damp but bears an earlier date") == (
        f"C8-reference/trap.toml:{_line(toml, 'torn = {after')}"
    )
    assert places(folder, "the prompt of s3 names 'C8'") == "C8-reference/s3/prompt.md"
    assert places(folder, "warm/comments: s1-1 fails: x") == (
        "fixtures/rules/warm/comments/checks.toml:1"
    )
    assert places(folder, "seed 1: the note with no fact alone passes") == ""


def test_notes_of_the_bank_are_found(tiny: Tiny, bench: Bench) -> None:
    tiny.bank["talk3"]["texts"][1] = "Too short."
    trap = tiny.load()
    told = texts(Course(trap, bench)).detail
    assert places(tiny.root / "T3-tiny", told) == "fixtures/tiny/notes.toml:4"
    assert load_trap(tiny.root / "T3-tiny").id == "T3-tiny"
    assert states(Course(trap, bench)).passed


def test_keys_in_strings_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text('a = """\n[b]\nc = 1\n"""\n[b]\nc = 2\n')
    assert key_line(path, "b", "c") == 6
    assert key_line(path, "", "a") == 1
    assert key_line(path, "z", "c") == 0
