"""The witness beside an agent: what it tells of reports that are long, broken or missing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.agents.cli.inside import witness


@pytest.fixture
def go(tmp_path: Path) -> Any:
    """Run a Python program beside the witness; what it told, its status and its errors."""

    def start(source: str, report: str = "", stdin: str = "", **paths: str) -> Any:
        order = {
            "argv": [sys.executable, "-I", "-S", "-c", source],
            "stdin": stdin, "report": report, "paths": paths,
        }  # fmt: skip
        (tmp_path / "order.json").write_text(json.dumps(order))
        done = subprocess.run(
            [sys.executable, "-I", "-S", witness.__file__, tmp_path / "order.json"],
            capture_output=True, cwd=tmp_path, timeout=60, check=False,
        )  # fmt: skip
        return done.stdout.decode(errors="replace"), done.returncode, done.stderr.decode()

    return start


def test_events_are_told_as_they_come_and_cut(go: Any) -> None:
    source = """
import json, sys
print("no event"); print("[1"); print(json.dumps({"e": {"t": "x" * 5000}}), flush=True)
sys.stdout.buffer.write(b"\\xff\\xfe\\n"); print("[" * 100000)
print(json.dumps({"e": list(range(500))}), json.dumps({"e": 1}), sep="\\n")
"""
    out, status, _ = go(source, "stdout", value="e")
    values = [json.loads(line)["value"] for line in out.splitlines()]
    assert values == [{"t": "x" * witness.TEXT}, list(range(witness.MANY)), 1]
    assert status == 0


def test_a_report_file_is_read_after_the_end(go: Any, tmp_path: Path) -> None:
    source = """
import json
print("for people")
json.dump({"steps": [{"do": "a"}, {"no": 1}, 7, {"do": "b"}], "end": "fine"}, open("r.json", "w"))
"""
    out, status, errors = go(source, str(tmp_path / "r.json"), did="steps.*.do", end="end")
    assert [json.loads(line) for line in out.splitlines()] == [
        {"did": "a"}, {"did": "b"}, {"end": "fine"},
    ]  # fmt: skip
    assert (status, errors) == (0, "for people\n")


@pytest.mark.parametrize("report", [b"", b"{", b"\xff\x00garbage", b"[1, 2]", b"null"])
def test_a_broken_report_tells_nothing(go: Any, tmp_path: Path, report: bytes) -> None:
    (tmp_path / "r.json").write_bytes(report)
    assert go("", str(tmp_path / "r.json"), end="a.b")[:2] == ("", 0)


def test_without_a_report_its_output_passes(go: Any, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("a task")
    out, status, _ = go("print(input()); raise SystemExit(5)", stdin=str(tmp_path / "in.txt"))
    assert (out, status) == ("a task\n", 5)
    assert go("import sys; print(sys.stdin.read() == '')")[0] == "True\n"


def test_a_killed_program_has_the_status_of_its_signal(go: Any, tmp_path: Path) -> None:
    missing = str(tmp_path / "never")
    assert go("import os; os.kill(os.getpid(), 9)", missing, end="a")[:2] == ("", 137)
