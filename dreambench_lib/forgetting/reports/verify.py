"""Re-deriving a report from its raw verdicts: what its receipts do not support is refused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from dreambench_lib.canonical import canonical, sha256
from dreambench_lib.errors import BadInput, DreamBenchError
from dreambench_lib.forgetting.judges.literal import LiteralJudge
from dreambench_lib.forgetting.judges.planted import planted
from dreambench_lib.forgetting.judges.prompt import Item, prompt_digest
from dreambench_lib.forgetting.judges.protocols import LITERAL, protocol
from dreambench_lib.forgetting.judges.quality import quality
from dreambench_lib.forgetting.receipts import CriterionReceipt, faults
from dreambench_lib.forgetting.release.layout import release_digest
from dreambench_lib.forgetting.reports import folder as disk
from dreambench_lib.forgetting.reports.answers import files_of, items_of, read_answers
from dreambench_lib.forgetting.reports.derive import headline, scores
from dreambench_lib.forgetting.reports.make import beside_literal
from dreambench_lib.forgetting.score.policies import policy


class Finding(NamedTuple):
    """One thing that was checked."""

    what: str
    passed: bool
    detail: str


class _Report(NamedTuple):
    place: Path
    manifest: dict[str, Any]
    receipts: list[CriterionReceipt]
    planted: list[CriterionReceipt]


def verify(place: Path, data: Path | None = None) -> list[Finding]:
    """Every check of one report; with the release's `data` also that it is about that release."""
    try:
        report = _Report(
            place,
            disk.read_manifest(place),
            list(disk.read_receipts(place / disk.RECEIPTS)),
            list(disk.read_receipts(place / disk.PLANTED)),
        )
    except BadInput as fault:
        return [Finding("report is whole", False, str(fault))]
    checks: list[tuple[str, Callable[[_Report], str]]] = [
        ("files are those of the manifest", _files),
        ("every verdict follows from its raw answers", _verdicts),
        ("every expected criterion has one receipt", _keys),
        ("answers are those that were judged", _answers),
        ("scores and headline follow from the receipts", _scores),
        ("judges' quality follows from the planted answers", _quality),
    ]
    if data is not None:
        checks.append(("receipts are about this release", lambda one: _release(one, data)))
    return [_run(what, check, report) for what, check in checks]


def _run(what: str, check: Callable[[_Report], str], report: _Report) -> Finding:
    """A check returns what is wrong; whatever it stumbles over is wrong as well."""
    try:
        detail = check(report)
    except (DreamBenchError, OSError, LookupError, TypeError, ValueError, AttributeError) as fault:
        detail = f"{type(fault).__name__}: {fault}"
    return Finding(what, not detail, detail)


def _files(report: _Report) -> str:
    stated = report.manifest["files"]
    bad = [n for n in disk.FILES if stated.get(n) != disk.digest(report.place / n)]
    return f"changed since: {', '.join(bad)}" if bad else ""


def _verdicts(report: _Report) -> str:
    rule = protocol(report.manifest["protocol"])
    judges = {one["name"] for one in report.manifest["judges"]}
    for one in [*report.receipts, *report.planted]:
        if found := faults(one, rule):
            return f"{one.key}: {found[0]}"
        if strange := {vote.judge for vote in one.votes} - judges:
            return f"{one.key}: {sorted(strange)[0]} is no judge of this report"
        if (one.configured, one.initialised) != (
            report.manifest["configured"],
            report.manifest["initialised"],
        ):
            return f"{one.key}: judges configured and initialised are not the manifest's"
    return ""


def _keys(report: _Report) -> str:
    keys = [one.key for one in report.receipts]
    key, times = Counter(keys).most_common(1)[0] if keys else (None, 0)
    if times > 1:
        return f"{key} has {times} receipts"
    if strange := [one for one in keys if one.release != report.manifest["release"]]:
        return f"{strange[0]} belongs to another release"
    if disk.expected(keys) != report.manifest["expected"]:
        wanted = report.manifest["expected"].get("criteria")
        return f"{len(keys)} criteria have a receipt; the manifest expects {wanted} (or others)"
    return ""


def _answers(report: _Report) -> str:
    texts = {one.place: sha256(one.text) for one in read_answers(report.place / disk.ANSWERS)}
    for one in report.receipts:
        if texts.get(one.key[1:4]) != one.answer:
            return f"{one.key} was judged on another text"
    return ""


def _scores(report: _Report) -> str:
    head = report.manifest
    made = scores(report.receipts, policy(head["policy"]), head["personas"], head["durations"])
    stated = json.loads((report.place / disk.SCORES).read_text(encoding="utf-8"))
    stated.pop("judges", None)
    for name, value in made.items():
        if canonical(value) != canonical(stated.get(name)):
            return f"{name!r} in {disk.SCORES} is not what the receipts give"
    label = disk.label(head["protocol"], head["judges"])
    if head["label"] != label:
        return f"the label is {head['label']!r}, and must be {label!r}"
    if canonical(headline(made, head["protocol"], label)) != canonical(head["headline"]):
        return "the headline is not what the receipts give"
    return ""


def _quality(report: _Report) -> str:
    known = planted()
    wanted = {one.item.key: (sha256(one.item.criterion), sha256(one.item.answer)) for one in known}
    if {one.key: (one.criterion, one.answer) for one in report.planted} != wanted:
        return "the planted answers are not the known ones, each once"
    stated = json.loads((report.place / disk.SCORES).read_text(encoding="utf-8"))["judges"]
    made = [one.as_dict() for one in quality(known, report.planted)]
    return "" if canonical(made) == canonical(stated) else "stated quality is another"


def _release(report: _Report, data: Path) -> str:
    if release_digest(data) != report.manifest["release"]:
        return "the release has another digest"
    answers = read_answers(report.place / disk.ANSWERS)
    items = {one.key: one for one in items_of(files_of(data, answers), answers,
                                              report.manifest["release"])}  # fmt: skip
    if set(items) != {one.key for one in report.receipts}:
        return "its criteria are not those of the questions that were answered"
    if wrong := next((w for one in report.receipts if (w := _about(one, items[one.key]))), ""):
        return wrong
    stated = json.loads((report.place / disk.SCORES).read_text(encoding="utf-8"))
    if report.manifest["protocol"] != LITERAL.name:
        made = beside_literal([items[one.key] for one in report.receipts], report.receipts)
        if made != stated["literal judge beside the panel"]:
            return "the literal judge's stated agreement is another"
    return ""


def _about(one: CriterionReceipt, item: Item) -> str:
    digests = {vote.prompt for vote in one.votes} - {prompt_digest(item)}
    if digests or one.criterion != sha256(item.criterion):
        return f"{one.key}: the judges were asked something else"
    if (one.task, one.kind) != (item.task, item.kind):
        return f"{one.key}: task or kind is not the release's"
    if one.protocol == LITERAL.name and [vote.raw for vote in one.votes] != [
        LiteralJudge().vote(item).raw
    ]:
        return f"{one.key}: the literal judge says something else"
    return ""


def all_passed(findings: Sequence[Finding]) -> bool:
    """Whether nothing was wrong."""
    return all(one.passed for one in findings)
