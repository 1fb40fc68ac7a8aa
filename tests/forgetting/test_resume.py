"""A judging run that is killed goes on: no criterion that a judge has answered is asked again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any

from dreambench_lib.forgetting.reports.folder import RECEIPTS, read_receipts

SPEC = """\
protocol = "strict"
workers = 2
""" + "".join(
    f'[[judge]]\nname = "{name}"\nmodel = "{name}"\nkey_env = ""\nbase_url = "URL"\n'
    for name in ("one", "two", "three")
)


def command(tiny: Path, answers: Path, tmp_path: Path) -> list[str]:
    return [
        sys.executable, "-c", "from dreambench_lib.cli import main; main()",
        "memora", "judge", "--data", str(tiny), "--answers", str(answers),
        "--judges", str(tmp_path / "judges.toml"), "--out", str(tmp_path / "out"),
    ]  # fmt: skip


def test_kill_and_resume(server: Any, tiny: Path, answers: Path, tmp_path: Path) -> None:
    (tmp_path / "judges.toml").write_text(SPEC.replace("URL", server.url))
    enough = threading.Event()

    def script(model: str, prompt: str, number: int) -> str:
        if len(server.asked) >= 30 and not enough.is_set():
            enough.set()
            return "<hang>"
        return "yes" if not enough.is_set() else "<hang>"

    server.script = script
    process = subprocess.Popen(
        command(tiny, answers, tmp_path), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    assert enough.wait(120)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not (tmp_path / "out" / RECEIPTS).exists()
    lines = (tmp_path / "out" / "cassette.jsonl").read_text().splitlines()
    answered = len(lines)
    assert 25 <= answered <= 30
    first = list(server.asked)
    server.script = lambda model, prompt, number: "yes"
    done = subprocess.run(
        command(tiny, answers, tmp_path), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    again = server.asked[len(first) :]
    # What was under way when the run died was not answered; nothing else is asked twice.
    assert len(again) == 3 * (1 + 6 + 24) - answered
    twice = Counter([*first, *again])
    assert sum(count > 1 for count in twice.values()) <= len(first) - answered
    assert len(list(read_receipts(tmp_path / "out" / RECEIPTS))) == 6
