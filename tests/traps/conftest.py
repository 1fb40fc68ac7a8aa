"""A tiny synthetic trap, built in a temporary folder and broken at will; and a trusted judge."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.agents.bench import reader_bench
from dreambench_lib.canonical import canonical
from dreambench_lib.records import CheckOutcome, Verdict
from dreambench_lib.traps.bench import Bench
from dreambench_lib.traps.checks import Call, Check, Look
from dreambench_lib.traps.load import load_fixture, load_trap
from dreambench_lib.traps.template import Template
from dreambench_lib.trees import Tree

FILLER = "Nothing else came up in this round, and the minutes go to the usual list by tomorrow."
KEY = bytes(range(32))


def toml(value: Any) -> str:
    """`value` as inline TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, date):
        return value.isoformat()
    return json.dumps(value)


def paraphrases(sentence: str) -> list[str]:
    return [f"{sentence} {FILLER}", f"{FILLER} {sentence}", f"For the record. {sentence} {FILLER}"]


class Tiny:
    """A C3 trap on a fixture of two functions. Change `head`, `checks`, `files`, then `load`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.head: dict[str, Any] = {
            "construct": "C3",
            "fixture": "tiny",
            "why": "The right value is neither first nor last, and the notice names no value.",
            "beats": ["oldest", "newest"],
            "sessions": ["warm/one", "warm/two", "s3"],
            "start": "clean",
            "opens": ["tiny/closing.py"],
            "crowd": [8, 8],
            "slot": {"close": {"form": "CL-{5A}-{3D}", "cues": ["closing line"], "default": "END"}},
            "fact": {
                "close": {
                    "zero": "superseded",
                    "first": "current",
                    "trial": "superseded",
                    "notice": "support",
                    "page": "irrelevant",
                }
            },
            "says": {"close": {"first": "The closing line is {{close.first}}."}},
            "event": {
                "zero": self.event(1, date(2026, 2, 2), "close.zero", order=1),
                "agreed": self.event(1, date(2026, 3, 2), "close.first", order=2),
                "page": self.event(1, date(2026, 3, 4), "close.page"),
                "trial": self.event(2, date(2026, 4, 1), "close.trial", order=1),
                "withdrawal": self.event(2, date(2026, 4, 9), "close.notice", order=2),
            },
            "text": {
                "zero": paraphrases("In the pilot the closing line is {{close.zero}}."),
                "agreed": paraphrases("The closing line is {{close.first}} from now on."),
                "page": paraphrases("The mark at the foot of a page is {{close.page}}."),
                "trial": paraphrases("Notice N-27: the closing line becomes {{close.trial}}."),
                "withdrawal": paraphrases("Notice N-27 is withdrawn, all stays as it was."),
            },
        }
        self.checks: list[dict[str, Any]] = [
            {"kind": "presence", "call": "tiny.closing:closing", "is": "{{close.first}}"},
            {"kind": "regression", "call": "tiny.closing:opening", "is": "BEGIN"},
        ]
        self.bank = {
            f"talk{n}": {
                "by": "colleague",
                "texts": paraphrases(f"Talk {word} about the printer and about the holidays."),
            }
            for n, word in enumerate("abcdefghijklmn")
        }
        tiny = "fixtures/tiny"
        warm = {"one": "alpha", "two": "beta"}
        self.files: dict[str, str] = {
            f"{tiny}/repo/tiny/__init__.py": "",
            f"{tiny}/repo/tiny/closing.py": (
                'def opening():\n    return "BEGIN"\n\n\ndef closing():\n    return ""\n'
            ),
            f"{tiny}/repo/tests/__init__.py": "",
            f"{tiny}/repo/tests/test_opening.py": (
                "import unittest\nfrom tiny.closing import opening\n\n\n"
                "class Opening(unittest.TestCase):\n    def test_it(self):\n"
                '        self.assertEqual(opening(), "BEGIN")\n'
            ),
            "T3-tiny/s3/prompt.md": "Let closing() return the line that ends an export.",
            "T3-tiny/s3/right/tiny/closing.py": (
                'def opening():\n    return "BEGIN"\n\n\ndef closing():\n    return "{{close}}"\n'
            ),
        }
        self.files["T3-tiny/s3/wrong/quiet/tiny/closing.py"] = self.files[
            "T3-tiny/s3/right/tiny/closing.py"
        ].replace("BEGIN", "begin")
        self.files["T3-tiny/s3/wrong/fails.toml"] = 'quiet = ["regression"]\n'
        for name, word in warm.items():
            self.files[f"{tiny}/warm/{name}/prompt.md"] = f"Add the constant {word}."
            self.files[f"{tiny}/warm/{name}/right/tiny/{name}.py"] = (
                f"def get():\n    return '{word}'\n"
            )
        self.warm_checks = {
            name: [{"kind": "presence", "call": f"tiny.{name}:get", "is": word}]
            for name, word in warm.items()
        }
        self.fixture = {
            "test": ["python", "-m", "unittest", "-q"],
            "people": ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"],
        }

    @staticmethod
    def event(after: int, day: date, *carries: str, **more: Any) -> dict[str, Any]:
        return {"after": after, "date": day, "by": "carrier", "carries": list(carries), **more}

    def write(self) -> Path:
        """Write everything; returns the trap's folder."""
        files = dict(self.files)
        files["T3-tiny/trap.toml"] = "".join(f"{k} = {toml(v)}\n" for k, v in self.head.items())
        files["T3-tiny/checks.toml"] = f"check = {toml(self.checks)}\n"
        files["fixtures/tiny/fixture.toml"] = "".join(
            f"{k} = {toml(v)}\n" for k, v in self.fixture.items()
        )
        files["fixtures/tiny/notes.toml"] = "".join(
            f"{k} = {toml(v)}\n" for k, v in self.bank.items()
        )
        for name, rows in self.warm_checks.items():
            files[f"fixtures/tiny/warm/{name}/checks.toml"] = f"check = {toml(rows)}\n"
        for path, text in files.items():
            place = self.root / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        return self.root / "T3-tiny"

    def load(self) -> Template:
        load_fixture.cache_clear()
        return load_trap(self.write())


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    return Tiny(tmp_path)


class TrustedJudge:
    """Runs the tiny trap's checks without a sandbox: its code is written in this file."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.asked = folder, 0

    def __call__(self, checks: Sequence[Check], tree: Tree) -> Verdict:
        self.asked += 1
        outcomes = []
        for check in checks:
            try:
                reason = self._fault(check, tree)
            except Exception as fault:
                reason = f"{type(fault).__name__}: {fault}"
            outcomes.append(
                CheckOutcome(id=check.id, kind=check.kind, passed=not reason, reason=reason)
            )
        return Verdict(checks=tuple(outcomes))

    def _fault(self, check: Check, tree: Tree) -> str:
        if isinstance(check.probe, Call):
            module, name = check.probe.target.split(":")
            space: dict[str, Any] = {}
            exec(tree[f"{module.replace('.', '/')}.py".encode()].data, space)
            seen = space[name](*check.probe.args)
            if check.equals and canonical(check.equals.value) != canonical(seen):
                return f"saw {seen!r}"
            text = seen if isinstance(seen, str) else canonical(seen)
        elif isinstance(check.probe, Look):
            text = tree[check.probe.path.encode()].data.decode()
        else:
            text = self._run(check.probe.argv, tree)
        return "" if all(h in text for h in check.has) and not any(
            lack in text for lack in check.lacks
        ) else f"saw {text!r}"  # fmt: skip

    def _run(self, argv: Sequence[str], tree: Tree) -> str:
        place = self.folder / str(self.asked)
        for path, entry in tree.items():
            file = place / path.decode()
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(entry.data)
        done = subprocess.run(
            [sys.executable, *argv[1:]], cwd=place, capture_output=True, text=True, check=True
        )
        return done.stdout


@pytest.fixture
def judge(tmp_path_factory: pytest.TempPathFactory) -> TrustedJudge:
    return TrustedJudge(tmp_path_factory.mktemp("judged"))


@pytest.fixture
def bench(judge: TrustedJudge) -> Bench:
    return reader_bench(judge, KEY, range(1, 13))
