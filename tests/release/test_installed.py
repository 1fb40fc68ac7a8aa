"""The installed wheel, away from the tree: library and command line work on what it brings."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from dreambench_lib import shipped
from tests.release.conftest import Installed


def test_nothing_comes_from_the_tree(installed: Installed) -> None:
    code, out = installed("-c", "import dreambench_lib as d; print(d.__file__)", program="python")
    assert code == 0
    assert str(installed.bin.parent) in out
    code, out = installed("-c", "import tests", program="python")
    assert code == 1


def test_digests_are_those_of_the_tree(installed: Installed, unpack: Callable[[str], Path]) -> None:
    code, out = installed("--version", "--json")
    assert code == 0
    call = "from dreambench_lib.cli import main; main()"
    here = [sys.executable, "-c", call, "--version", "--json"]
    tree = subprocess.run(here, cwd=unpack("three"), capture_output=True, text=True, check=True)
    assert json.loads(out) == json.loads(tree.stdout)


def test_traps_and_published_outcomes_are_there(installed: Installed) -> None:
    code, out = installed("traps", "list", "--json")
    assert code == 0
    assert len(json.loads(out)) == sum(1 for _ in (shipped.ROOT / "traps").glob("*/trap.toml"))
    code, out = installed("compare", "published", "DF-hybrid", "B5", "--json")
    assert code == 0
    assert json.loads(out)["p_exact"] == "271801/524288"
    ours = ("compare", "offline-60", "DF-hybrid-rules", "B5", "--agent", "reader-careful")
    assert installed(*ours)[0] == 0


def test_a_run_is_made_sealed_and_verified(installed: Installed) -> None:
    chosen = ("--conditions", "B0,B5", "--traps", "C1-watch-path,C3-withdrawn", "--seeds", "1")
    code, out = installed("run", *chosen, "--out", "runs/two")
    assert code == 0, out
    assert "sealed: 4 cells" in out
    assert (installed.cwd / "runs" / "two" / "manifest.json").is_file()
    code, out = installed("verify", "two")
    assert code == 0, out
    assert "FAILS" not in out


def test_what_the_wheel_lacks_is_one_sentence_with_a_remedy(installed: Installed) -> None:
    for words in (
        ("verify", "offline-60-tight"),
        ("compare", "offline-60-tight", "B0", "B5"),
        ("reproduce", "--only", "04"),
    ):
        code, out = installed(*words)
        assert code == 2, out
        (line,) = out.strip().splitlines()
        assert "is not in the installed package: unpack the source archive" in line
