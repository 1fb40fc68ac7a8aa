"""The paper takes every number from records: its macros, its claims, the check of its source."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pandas as pd

from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.report import escape
from dreambench_lib.report.pairs import source_digest
from dreambench_lib.report.paper_source import check_source
from dreambench_lib.report.places import ROOT, output, shown
from dreambench_lib.report.record import Value

MAIN = ROOT / "paper" / "main.tex"
_USE = re.compile(r"\\rec\{([^}]*)\}")

Records = dict[str, dict[str, Value]]
"""Step -> its records."""


def all_records() -> Records:
    """Every step's records; ones that an older version of their notebook made are refused."""
    found: Records = {}
    for path in sorted(output("paper", "records").glob("*.json")):
        content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if content["notebook"] == "09-paper":
            continue
        if content["source"] != source_digest(content["notebook"]):
            raise BadInput(
                f"{shown(path)} was made by another version of {content['notebook']}: "
                "run 'dreambench reproduce' first"
            )
        found[path.stem] = content["records"]
    if not found:
        raise BadInput("there are no records: run 'dreambench reproduce' first")
    return found


def numbers(records: Records) -> dict[str, str]:
    """Every scalar record by its name in the paper; floats also rounded to four digits (``:4``).

    >>> numbers({"04": {"p": 0.51841926, "all": {"D": 6}, "rows": [1]}})
    {'04/p': '0.51841926', '04/p:4': '0.5184', '04/all/D': '6'}
    """
    found: dict[str, str] = {}

    def add(name: str, value: Value) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                add(f"{name}/{key}", inner)
        elif isinstance(value, float):
            found[name], found[f"{name}:4"] = repr(value), f"{value:.4g}"
        elif isinstance(value, bool):
            found[name] = "yes" if value else "no"
        elif isinstance(value, int | str):
            found[name] = str(value)

    for step, values in records.items():
        for name, value in values.items():
            add(f"{step}/{name}", value)
    return found


def numbers_text(known: dict[str, str]) -> str:
    """One macro a number, read as ``\\rec{name}``."""
    lines = ["% made by notebook 09 from paper/records; edits are overwritten"]
    for name, value in sorted(known.items()):
        if not re.search(r"[{}\\%#~^]", name):
            lines.append(rf"\expandafter\def\csname rec@{name}\endcsname{{{escape.latex(value)}}}")
    return "\n".join(lines) + "\n"


def write_numbers(known: dict[str, str]) -> Path:
    """Write ``paper/numbers.tex``."""
    return _written("numbers.tex", numbers_text(known))


def claims_text(records: Records) -> str:
    """The sentences that the tests allow, and no others."""
    parts = [r"% made by notebook 09 from paper/records; edits are overwritten"]
    for step, values in records.items():
        claims = values.get("claims")
        if isinstance(claims, list):
            head = f"{values['first']} against {values['second']}, {values['label']}"
            parts.append(rf"\paragraph{{{escape.latex(head)}.}}% {step}")
            parts += [escape.latex(str(claim)) for claim in claims]
    return "\n".join(parts) + "\n"


def write_claims(records: Records) -> Path:
    """Write ``paper/claims.tex``."""
    return _written("claims.tex", claims_text(records))


def _written(name: str, text: str) -> Path:
    path = output("paper", name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def used_numbers(known: dict[str, str], main: Path = MAIN) -> pd.DataFrame:
    """The numbers that the paper uses; an unknown one, or one typed by hand, is refused."""
    text = main.read_text(encoding="utf-8")
    check_source(text, main.name)
    body = text.partition(r"\begin{document}")[2]
    used = list(dict.fromkeys(_USE.findall(body)))
    for name in used:
        if name not in known:
            raise unknown(f"record in {main.name}", name, known)
    return pd.DataFrame({"name": used, "value": [known[name] for name in used]})
