"""A bad trap, or a bad set, is refused by `traps check`: trap, file, line and rule are named."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dreambench_lib.cli.traps import app
from dreambench_lib.traps.load import _all, load_fixture

from .conftest import Tiny


def refused(root: Path, *args: str) -> list[dict[str, Any]]:
    """What `traps check` refuses in the folder `root`."""
    load_fixture.cache_clear()
    _all.cache_clear()
    words = ["--traps", str(root), "check", *args, "--seeds", "2", "--json", "--workers", "1"]
    done = CliRunner().invoke(app, [*words, "--log", str(root / "log.jsonl")])
    assert done.exit_code == 1, done.output
    return [row for row in json.loads(done.stdout)["results"] if not row["passed"]]


def a_leaking_prompt(tiny: Tiny) -> None:
    tiny.files["T3-tiny/s3/prompt.md"] = "Let closing() return the line.\n\nThis is trap C3.\n"


def a_leaking_file(tiny: Tiny) -> None:
    tiny.files["fixtures/tiny/repo/tiny/more.py"] = "A = 1\nB = 'as in T3-tiny'\n"


def two_slots_of_one_form(tiny: Tiny) -> None:
    form = tiny.head["slot"]["close"]["form"]
    tiny.head["slot"]["page"] = {"form": form, "cues": ["page line"], "default": "PAGE"}


def a_check_that_nothing_fails(tiny: Tiny) -> None:
    tiny.checks.append({"kind": "scope", "call": "tiny.closing:opening", "is": "BEGIN"})
    del tiny.files["T3-tiny/s3/wrong/quiet/tiny/closing.py"]
    del tiny.files["T3-tiny/s3/wrong/fails.toml"]


def a_check_that_nothing_passes(tiny: Tiny) -> None:
    tiny.checks[1]["is"] = "START"


def a_story_named_after_the_fixture(tiny: Tiny) -> None:
    tiny.head["skeleton"] = "tiny-notice-withdrawn"


BAD: list[tuple[Callable[[Tiny], None], bool, str, str, str]] = [
    (a_leaking_prompt, False, "leaks", "the prompt of s3 names 'C3'", "T3-tiny/s3/prompt.md:3"),
    (a_leaking_file, False, "leaks", "names 'T3-tiny'", "fixtures/tiny/repo/tiny/more.py:2"),
    (two_slots_of_one_form, False, "forms", "has the form of slot page", "T3-tiny/trap.toml:9"),
    (
        a_check_that_nothing_fails, True, "checks",
        "check s3-3 (scope) of T3-tiny is failed by no filling and no wrong tree",
        "T3-tiny/checks.toml",
    ),
    (a_check_that_nothing_passes, True, "solution", "s3-2 fails", "T3-tiny/checks.toml"),
    (
        a_story_named_after_the_fixture, False, "skeleton", "begins with the fixture's name tiny",
        "T3-tiny/trap.toml:14",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("broken", "run", "gate", "said", "where"), BAD, ids=[case[0].__name__ for case in BAD]
)
def test_a_bad_trap_names_trap_file_line_and_rule(
    broken: Callable[[Tiny], None], run: bool, gate: str, said: str, where: str, tiny: Tiny
) -> None:
    broken(tiny)
    root = tiny.write().parent
    rows = refused(root, "T3-tiny", *([] if run else ["--texts-only"]))
    row = next(row for row in rows if row["gate"] == gate)
    assert row["trap"] == "T3-tiny"
    assert said in row["detail"]
    assert where in row["where"]


def test_a_broken_quota_names_the_line_that_asks(tiny: Tiny) -> None:
    root = tiny.write().parent
    (root / "set.toml").write_text("complete = true\n\n[core]\nC3 = 2\n", encoding="utf-8")
    rows = {row["gate"]: row for row in refused(root, "--texts-only")}
    assert rows["quota"]["detail"] == "C3: 1 traps in core, not 2"
    assert rows["quota"]["where"] == "set.toml:4"
    assert rows["skeletons"]["detail"] == "T3-tiny has no skeleton: name its story"
    assert rows["skeletons"]["where"] == "set.toml, T3-tiny/trap.toml:1"


def test_two_traps_of_one_id_are_both_named(tiny: Tiny) -> None:
    folder = tiny.write()
    shutil.copytree(folder, folder.parent / "t3-TINY")
    rows = {row["gate"]: row for row in refused(folder.parent, "--texts-only")}
    assert rows["ids"]["detail"] == "2 traps are called t3-tiny: rename one"
    assert rows["ids"]["where"] == "T3-tiny/trap.toml:1, t3-TINY/trap.toml:1"
