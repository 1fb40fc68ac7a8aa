"""Whether the batch has anything to do: nothing it reads has changed, and all it made still stands.

One stamp for the whole batch, not one a step: a stamp that knew which file each notebook reads
would be a list kept by hand, and wrong one day.
"""

from __future__ import annotations

import importlib.metadata
import json
import sys
from pathlib import Path

from dreambench_lib.canonical import sha256
from dreambench_lib.report.places import ROOT, output

_READ = ("dreambench_lib/**/*", "results/**/*", "traps/**/*", "notebooks/*.py", "paper/main.tex")
_MADE = ("figures/*", "paper/records/*", "paper/tables/*", "paper/rendered/*", "paper/numbers.tex",
        "paper/claims.tex")  # fmt: skip
_STAMP = "made.json"


def read() -> str:
    """Digest of everything that the batch reads: code, data, sources, Python and its packages."""
    packages = sorted(f"{d.name} {d.version}" for d in importlib.metadata.distributions())
    return sha256([sys.version, packages, _digests(ROOT, _READ)])


def made() -> str:
    """Digest of everything that the batch left behind."""
    return sha256(_digests(output(), _MADE))


def stamp(before: str) -> None:
    """Note a batch that ended; `before` is what `read` gave when it began."""
    path = output("paper", "rendered", _STAMP)
    text = json.dumps({"read": before, "made": made()})
    new = path.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def unchanged(now: str) -> bool:
    """Whether the last whole batch read what `read` gives `now`, and left what stands there."""
    try:
        known = json.loads(output("paper", "rendered", _STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return bool(known == {"read": now, "made": made()})


def _digests(base: Path, patterns: tuple[str, ...]) -> list[list[str]]:
    files = {path for pattern in patterns for path in base.glob(pattern) if path.is_file()}
    return [
        [path.relative_to(base).as_posix(), sha256(path.read_bytes())]
        for path in sorted(files)
        if "__pycache__" not in path.parts and path.name != _STAMP
    ]
