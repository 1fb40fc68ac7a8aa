"""A run's records as flat tables (CSV): the columns that every notebook and comparison reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..records import CellKey, CellRecord, SessionRecord, ShownItem
from ..traps.mint import Instance
from ..traps.template import HARM, Template

KEY = ("condition", "agent", "trap_id", "seed")
COLUMNS: dict[str, tuple[str, ...]] = {
    "cells": (
        *KEY, "passed", "failed_party", "shown", "harm_shown", "needed_shown", "needed", "reader",
    ),
    "traps": ("trap_id", "construct", "set", "fixture", "start"),
    "sessions": (*KEY, "session", "start", "notes", "recalled", "shown", "words", "passed"),
    "checks": (*KEY, "session", "check_id", "kind", "passed", "reason"),
    "recalls": (
        *KEY, "session", "rank", "shown", "status", "score", "words", "sources", "facts",
        "decision",
    ),
    "usage": (*KEY, "session", "party", "calls", "input_tokens", "output_tokens"),
    "faults": (*KEY, "session", "kind", "items"),
}  # fmt: skip
WORKED = ("author", "model")
"""Further columns of the cells of a run in which a model worked."""
OPTIONAL = ("faults",)
"""Tables that only runs with something in them have."""

Mint = Callable[[CellKey], Instance]
Row = dict[str, Any]


def facts_of(item: ShownItem, instance: Instance) -> list[str]:
    """Sealed: ids of the facts that an item's text brings.

    A source note is credited whole where its whole text stands in the item; where only a part of it
    does, a fact counts if its minted value, or a wording of its way, stands there. An item without
    sources is attributed by minted values alone.
    """
    for fact, sentence, _ in reversed(instance.says()):
        if item.text == sentence:
            return [fact]
    named: set[str] = set()
    for source in item.sources:
        carried = instance.carried.get(source, ())
        whole = instance.texts.get(source, "\0") in item.text
        named |= {fact for fact in carried if whole or _states(item.text, fact, instance)}
    if not item.sources:
        minted = {fact for fact in instance.values if instance.minted(fact)}
        named = {fact for fact in minted if _states(item.text, fact, instance)}
    return sorted(named)


def _states(text: str, fact: str, instance: Instance) -> bool:
    if instance.minted(fact):
        return instance.values[fact] in text
    slot, _, name = fact.partition(".")
    return name in instance.template.slot(slot).candidates(text)


def harmful(fact_id: str, template: Template) -> bool:
    """Whether showing this fact can mislead (RULES: superseded, overruled …; foreign in C10)."""
    status = template.fact(fact_id.split("@")[0]).status
    return status in HARM or (status == "irrelevant" and template.construct_id == "C10")


def _reader(agent: str) -> str:
    """The reading policy of a simulated reader, empty for any other agent."""
    if agent == "reader-llm" or not agent.startswith("reader-"):
        return ""
    return agent.removeprefix("reader-")


def _needed(template: Template) -> set[str]:
    return {fact.id for fact in template.facts if fact.status in ("current", "support")}


def cell_rows(record: CellRecord, instance: Instance) -> dict[str, list[Row]]:
    """One cell's rows, by table."""
    key = dict(zip(KEY, record.key, strict=True))
    tables: dict[str, list[Row]] = {name: [] for name in COLUMNS if name != "traps"}
    for session in record.sessions:
        _session_rows(key, session, instance, tables)
    last = record.sessions[-1].recalls if record.sessions else ()
    facts = [facts_of(item, instance) for item in last]
    if record.sessions:
        tables["recalls"] = _recall_rows(key, record.sessions[-1], facts, instance.template)
    shown = [found for item, found in zip(last, facts, strict=True) if item.shown]
    brought = set().union(*shown)
    needed = _needed(instance.template)
    tables["cells"].append(
        {
            **key,
            "passed": int(record.passed),
            "failed_party": record.failed_party or "",
            "shown": len(shown),
            "harm_shown": int(any(harmful(fact, instance.template) for fact in brought)),
            "needed_shown": len(needed & brought),
            "needed": len(needed),
            "reader": _reader(record.key.agent),
            **({"author": record.author, "model": record.model} if record.model else {}),
        }
    )
    return tables


def _session_rows(
    key: Mapping[str, Any], session: SessionRecord, instance: Instance, tables: dict[str, list[Row]]
) -> None:
    key = {**key, "session": session.session}
    shown = [item for item in session.recalls if item.shown]
    tables["sessions"].append(
        {
            **key,
            "start": session.start,
            "notes": len(session.notes),
            "recalled": len(session.recalls),
            "shown": len(shown),
            "words": sum(item.words for item in shown),
            "passed": int(session.verdict.passed),
        }
    )
    tables["checks"] += [
        {**key, "check_id": c.id, "kind": c.kind, "passed": int(c.passed), "reason": c.reason}
        for c in session.verdict.checks
    ]
    tables["usage"] += [{**key, **usage.model_dump()} for usage in session.work.usage]
    tables["faults"] += [{**key, "kind": k, "items": n} for k, n in session.faults.items()]


def _recall_rows(
    key: Mapping[str, Any], session: SessionRecord, facts: list[list[str]], template: Template
) -> list[Row]:
    """What the scored session's read returned; earlier reads stand in the records."""
    return [
        {
            **key,
            "session": session.session,
            "rank": item.rank,
            "shown": int(item.shown),
            "status": item.status,
            "score": "" if item.score is None else repr(item.score),
            "words": item.words,
            "sources": "|".join(item.sources),
            "facts": "|".join(
                f"{fact}:{template.fact(fact.split('@')[0]).status}" for fact in found
            ),
            "decision": item.decision,
        }
        for item, found in zip(session.recalls, facts, strict=True)
    ]


def trap_rows(templates: Iterable[Template]) -> list[Row]:
    """`traps.csv`: what each trap is."""
    return [
        {
            "trap_id": trap.id,
            "construct": trap.construct_id,
            "set": trap.set,
            "fixture": trap.fixture.name,
            "start": trap.start,
        }
        for trap in templates
    ]


def tables(
    records: Iterable[CellRecord], mint: Mint, templates: Iterable[Template]
) -> dict[str, str]:
    """Every table as CSV text, by name; rows stand in the records' order."""
    rows: dict[str, list[Row]] = {name: [] for name in COLUMNS}
    rows["traps"] = trap_rows(templates)
    for record in records:
        for name, more in cell_rows(record, mint(record.key)).items():
            rows[name] += more
    kept = [name for name in COLUMNS if rows[name] or name not in OPTIONAL]
    worked = any("model" in row for row in rows["cells"])
    return {name: _csv(columns(name, worked), rows[name]) for name in kept}


def columns(name: str, worked: bool) -> tuple[str, ...]:
    """The columns of a table; `worked`: whether the run has a model that works."""
    return COLUMNS[name] + (WORKED if worked and name == "cells" else ())


def _csv(columns: tuple[str, ...], rows: list[Row]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
