"""A report on disk: manifest, receipts, planted receipts, answers, scores; written whole."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from dreambench_lib.canonical import canonical, sha256
from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.judges.literal import LABEL as LITERAL_LABEL
from dreambench_lib.forgetting.judges.planted import Known
from dreambench_lib.forgetting.judges.protocols import LITERAL
from dreambench_lib.forgetting.judges.quality import quality
from dreambench_lib.forgetting.keys import CriterionKey
from dreambench_lib.forgetting.receipts import CriterionReceipt
from dreambench_lib.forgetting.reports.answers import Answer, write_answers
from dreambench_lib.forgetting.reports.derive import headline, scores
from dreambench_lib.forgetting.score.policies import Policy

MANIFEST, RECEIPTS, PLANTED = "manifest.json", "receipts.jsonl", "planted.jsonl"
ANSWERS, SCORES = "answers.jsonl", "scores.json"
FILES = (RECEIPTS, PLANTED, ANSWERS, SCORES)


class Setting(NamedTuple):
    """What a report is about and how it was made; stands in its manifest."""

    subject: str
    protocol: str
    policy: Policy
    release: str
    personas: Sequence[str]
    durations: Sequence[str]
    judges: Sequence[Mapping[str, Any]]
    configured: int
    initialised: int
    absent: Sequence[str]
    used: Mapping[str, float]


def write_report(
    folder: Path,
    setting: Setting,
    receipts: Sequence[CriterionReceipt],
    planted: Sequence[CriterionReceipt],
    known: Sequence[Known],
    answers: Sequence[Answer],
    literal: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Write the report over an older one of the same folder; returns its manifest.

    The cassette of the judging run, which lies in the same folder, stays as it is. `literal` is how
    far the literal judge agrees with the receipts.
    """
    folder.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".report-", dir=folder))
    try:
        made = scores(receipts, setting.policy, setting.personas, setting.durations)
        made["judges"] = [one.as_dict() for one in quality(known, planted)]
        _lines(draft / RECEIPTS, receipts)
        _lines(draft / PLANTED, planted)
        write_answers(answers, draft / ANSWERS)
        made["literal judge beside the panel"] = literal
        _json(draft / SCORES, made)
        told = {
            **setting._asdict(),
            "schema": 1,
            "label": label(setting.protocol, setting.judges),
            "policy": setting.policy.name,
            "expected": expected([one.key for one in receipts]),
            "headline": headline(made, setting.protocol, label(setting.protocol, setting.judges)),
            "files": {name: digest(draft / name) for name in FILES},
        }
        manifest: dict[str, Any] = json.loads(canonical(told))
        (folder / MANIFEST).unlink(missing_ok=True)
        for name in FILES:
            os.replace(draft / name, folder / name)
        _json(draft / MANIFEST, manifest)
        os.replace(draft / MANIFEST, folder / MANIFEST)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return manifest


def label(protocol: str, judges: Sequence[Mapping[str, Any]]) -> str:
    """Who judged, in words: stands beside every score, and cannot be chosen."""
    if protocol == LITERAL.name:
        return LITERAL_LABEL
    return f"judged under {protocol} by {', '.join(str(one['name']) for one in judges)}"


def expected(keys: Iterable[CriterionKey]) -> dict[str, Any]:
    """How many criteria a report has to have, and which, as a digest."""
    names = sorted("\n".join(key) for key in keys)
    return {"criteria": len(names), "digest": sha256(names)}


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a report."""
    try:
        found = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise BadInput(f"{folder} is no report: it has no readable {MANIFEST}") from None
    if not isinstance(found, dict) or found.get("schema") != 1 or "headline" not in found:
        raise BadInput(f"{folder / MANIFEST} is no manifest of a forgetting report")
    return found


def read_receipts(path: Path) -> Iterator[CriterionReceipt]:
    """Receipts, one at a time."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                try:
                    yield CriterionReceipt.model_validate_json(line)
                except ValidationError:
                    raise BadInput(f"{path.name}, line {number} is no receipt") from None
    except OSError:
        raise BadInput(f"{path} is missing: the report is not whole") from None


def reports_below(folder: Path) -> list[Path]:
    """The report in a folder, or those in its subfolders."""
    found = sorted(path.parent for path in folder.rglob(MANIFEST)) if folder.is_dir() else []
    if not found:
        raise BadInput(f"{folder} holds no report: see 'dreambench memora judge' and 'run'")
    return found


def digest(path: Path) -> str:
    """SHA-256 of a file; empty where it is missing."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def _lines(path: Path, records: Iterable[CriterionReceipt]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for record in records:
            file.write(record.model_dump_json() + "\n")


def _json(path: Path, value: Any) -> None:
    text = json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8")
