"""Variants: consistent renaming, the same gates, and clusters by the base trap."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.admit import check_all
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.harness.verify import verify
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import mint
from dreambench_lib.traps.template import Template
from dreambench_lib.traps.variants import base_id, variant, versions
from dreambench_lib.traps.variants.names import Renames, renames
from dreambench_lib.traps.variants.rewrite import Rewriter

KEY = bytes(range(32))
TRAPS = load_traps()
NAMES = Renames(("ledger", "osprey"), {"export": "export_kit"}, {"parse_line": "parse_line_kit"})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from .export import render", "from .export_kit import render"),
        ("from . import export, money", "from . import export_kit as export, money"),
        ("from . import export as e", "from . import export_kit as e"),
        ("from ledger import export", "from osprey import export_kit as export"),
        ("from ledger.export import parse_line", "from osprey.export_kit import parse_line_kit"),
        ("import ledger.export", "import osprey.export_kit"),
        ("x = parse_line(export)", "x = parse_line_kit(export)"),
        ("argv = ['-m', 'ledger', 'export']", "argv = ['-m', 'osprey', 'export']"),
        ("path.parse_lines()", "path.parse_lines()"),
    ],
)
def test_code(before: str, after: str) -> None:
    assert Rewriter(NAMES).file("ledger/a.py", before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Look at `ledger/export.py`.", "Look at `osprey/export_kit.py`."),
        ("It is in ledger/export.py.", "It is in osprey/export_kit.py."),
        ("`export.render` and `export.csv`", "`export_kit.render` and `export.csv`"),
        ("The ledger's export ends. Import ledger files.", None),
        ("python -m ledger export a.txt", "python -m osprey export a.txt"),
        ("data/ledger.json and my-ledger/export.py", None),
        ("ledger.export:render", "osprey.export_kit:render"),
        ("the `parse_line` of ledger", "the `parse_line_kit` of ledger"),
    ],
)
def test_prose(before: str, after: str | None) -> None:
    assert Rewriter(NAMES).text(before) == (before if after is None else after)


def test_commands_of_checks() -> None:
    argv = ("python", "-m", "ledger", "export", "ledger")
    assert Rewriter(NAMES).value({"argv": argv}) == {
        "argv": ("python", "-m", "osprey", "export", "ledger")
    }


@pytest.mark.parametrize("trap", TRAPS.values(), ids=TRAPS)
def test_a_variant_is_the_same_trap_under_other_names(trap: Template) -> None:
    other = variant(trap, 2)
    assert other == variant(trap, 2)
    assert (other.id, base_id(other.id)) == (f"{trap.id}~2", trap.id)
    assert [f.status for f in other.facts] == [f.status for f in trap.facts]
    assert [(c.kind, c.session) for c in other.checks] == [(c.kind, c.session) for c in trap.checks]
    assert len(other.fixture.files) == len(trap.fixture.files)
    names = renames(trap.fixture.files, trap.fixture.files, 2)
    package, stems = names.package[0], "|".join(names.modules)
    old = re.compile(rf"(?<![\w./-]){package}[./](?:{stems})\b(?!_)")
    words = re.compile(rf"(?<!\w)(?:{'|'.join(names.words)})(?!\w)")
    assert words.search(trap.model_dump_json())
    assert not old.search(other.model_dump_json()), old.search(other.model_dump_json())
    assert not words.search(other.model_dump_json())
    assert not set(mint(trap, KEY, 1).carried) & set(mint(other, KEY, 1).carried)


@pytest.mark.parametrize("name", ["C3-withdrawn~1", "C6-precedence~2", "C8-reference~11"])
def test_variants_pass_the_gates(name: str) -> None:
    trap = TRAPS[name]
    ((_, results),) = check_all({name: trap}, key="5c" * 32, seeds=1, workers=1)
    assert [(r.gate, r.detail) for r in results if not r.passed] == []


def test_they_are_found_by_id_and_not_listed() -> None:
    assert "C3-withdrawn~4" in TRAPS
    assert "~" not in "".join(TRAPS)
    assert TRAPS["C3-withdrawn~4"] is TRAPS["C3-withdrawn~4"]
    for wrong in ("C3-withdrawn~", "C3-withdrawn~0", "C3-withdrawn~x", "C3-none~1"):
        assert wrong not in TRAPS
        with pytest.raises(KeyError):
            TRAPS[wrong]
    assert [trap.id for trap in versions(TRAPS["C9-upload"], 3)] == [
        "C9-upload", "C9-upload~1", "C9-upload~2"
    ]  # fmt: skip


def test_a_run_of_variants_seals_and_verifies(tmp_path: Path) -> None:
    plan, key = make_plan(
        ["ideal"], ["reader-careful"], ["C1-envelope"], [1], key=KEY.hex(), variants=2
    )
    assert plan.traps == ("C1-envelope", "C1-envelope~1")
    run(plan, key, tmp_path / "run", workers=1, cache=None)
    seal(tmp_path / "run")
    rows = (tmp_path / "run" / "cells.csv").read_text().splitlines()[1:]
    assert [row.split(",")[2:5] for row in rows] == [
        ["C1-envelope", "1", "1"], ["C1-envelope~1", "1", "1"]
    ]  # fmt: skip
    assert [f for f in verify(tmp_path / "run") if not f.passed] == []
    with pytest.raises(BadInput, match="0 variants leave no trap"):
        make_plan(["B0"], ["reader-careful"], ["C1-envelope"], [1], variants=0)
