"""README, "Test your memory in ten minutes": class and commands, as a newcomer follows them."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from dreambench_lib.shipped import TREE

HEADING = "## Test your memory in ten minutes\n"
DREAMBENCH = Path(sys.executable).with_name("dreambench")


def section() -> str:
    text = (TREE / "README.md").read_text(encoding="utf-8")
    return text.partition(HEADING)[2].partition("\n## ")[0]


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", section(), re.MULTILINE | re.DOTALL)


def commands() -> list[list[str]]:
    """The section's `dreambench` lines, in order, without the word itself."""
    lines = [line.removeprefix("$ ") for block in blocks("console") for line in block.splitlines()]
    words = [shlex.split(line) for line in lines]
    return [line[1:] for line in words if line[0] == "dreambench"]


SMALLER = {"run": ["--limit", "2", "--seeds", "1"], "view": ["--no-open", "--out", "pages"]}
"""What a test adds: fewer cells, and no browser."""


def test_the_class_is_short() -> None:
    (code,) = blocks("python")
    body = code[code.index("class ") :].strip().splitlines()
    assert len(body) < 15


def test_the_section_names_every_step() -> None:
    assert [line[0] for line in commands()] == [
        "conformance", "run", "compare", "compare", "view", "card",
    ]  # fmt: skip
    assert "pip install" in section()


def test_a_newcomer_gets_from_nothing_to_a_picture(tmp_path: Path) -> None:
    (code,) = blocks("python")
    (tmp_path / "mine.py").write_text(code, encoding="utf-8")
    said = {}
    for line in commands():
        told = subprocess.run(
            [DREAMBENCH, *line, *SMALLER.get(line[0], [])],
            cwd=tmp_path, env={**os.environ, "COLUMNS": "200"}, capture_output=True, text=True,
            timeout=120, check=False,
        )  # fmt: skip
        assert told.returncode == 0, f"{line}: {told.stdout[-500:]}{told.stderr[-500:]}"
        said[" ".join(line[:1] + line[-1:])] = told.stdout
    report = json.loads((tmp_path / "conformance.json").read_text(encoding="utf-8"))
    assert report["conformance"]["verdict"] == "admitted"
    for other in ("B5", "DF-hybrid-rules"):
        assert f"simulated reader: mine:Newest against {other}" in said[f"compare {other}"]
    assert "8 cells, simulated reader" in said["view B5"]
    assert (tmp_path / "pages" / "compare.html").is_file()
    card = json.loads((tmp_path / "mine-Newest.card.json").read_text(encoding="utf-8"))
    assert card["conformance"] == report["conformance"]


@pytest.mark.parametrize("page", ["docs/start.md", "docs/memory.md"])
def test_pages_show_the_same_section(page: str) -> None:
    assert f"{{= readme: {HEADING[3:].strip()} =}}" in (TREE / page).read_text(encoding="utf-8")
