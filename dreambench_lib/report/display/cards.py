"""Cards of the records: run, trap, comparison, item, and what stands around them.

Whatever is sealed in a run stays out of a trap's card: values, and which note carries which fact.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from dreambench_lib.harness.plan import Plan
from dreambench_lib.memory.probe.items import Item
from dreambench_lib.records import CellRecord, Note, Recall, ShownItem, Verdict
from dreambench_lib.report.display.card import Card, cut
from dreambench_lib.report.viewer.run import tiers
from dreambench_lib.report.words import BLOCKS, CONSTRUCTS, block, count, exact
from dreambench_lib.stats.comparison import Comparison
from dreambench_lib.traps.mint import Instance
from dreambench_lib.traps.template import Template


def plan(one: Plan) -> Card:
    """A run's plan."""
    cells = len(one.cells())
    facts = {
        "agents": f"{', '.join(one.agents)} ({tiers(one.agents)})",
        "conditions": ", ".join(one.conditions),
        "traps": f"{len(one.traps)}: {cut(', '.join(one.traps))}",
        "seeds": ", ".join(map(str, one.seeds)),
        "budget": f"{one.budget.items} items, {one.budget.words:,} words",
        "sandbox": one.sandbox,
        "pressure": f"{one.pressure} fillers, {one.distractors} distractors" if one.dials else "",
        "model": one.model.model if one.model else "",
        "digest": one.digest,
    }
    return Card(f"Run {one.name}: {count(cells, 'cell')} planned", facts)


def trap(one: Template) -> Card:
    """A trap as it is written."""
    kinds = Counter(check.kind for check in one.checks)
    facts = {
        "why": one.why,
        "construct": f"{one.construct_id} {CONSTRUCTS[one.construct_id]}",
        "block": BLOCKS[block(one.construct_id)],
        "set": one.set,
        "repository": f"{one.fixture.name}, {count(len(one.fixture.files), 'file')}",
        "last session": f"starts {one.start}",
        "facts": ", ".join(f"{fact.id} ({fact.status})" for fact in one.facts),
        "checks": ", ".join(f"{n} {kind}" for kind, n in kinds.items()),
    }
    rows = [
        [number, cut(session.prompt), sum(event.after == number for event in one.events)]
        for number, session in enumerate(one.sessions, 1)
    ]
    line = f"Trap {one.id}: {count(len(one.sessions), 'session')}"
    return Card(line, facts, ("session", "prompt", "events after it"), rows)


def instance(one: Instance) -> Card:
    """A minted trap, sealed half left out; `TrapStory` shows it all."""
    notes, checks = len(one.all_notes()), len(one.checks)
    line = f"{one.template.id}, seed {one.seed}: {count(notes, 'note')}, {count(checks, 'check')}"
    facts = {
        "token": one.token,
        "why": one.template.why,
        "sealed": "values and roles of notes are not shown here: TrapStory(instance)",
        "digest": one.digest,
    }
    rows = [
        [number, note.date, note.author, cut(note.text)]
        for number, note in enumerate(one.all_notes(), 1)
    ]
    return Card(line, facts, ("note", "date", "from", "text"), rows)


def comparison(one: Comparison) -> Card:
    """Two conditions: counts of pairs, the clustered test, what stands beside it."""
    facts = {
        f"only {one.first}": one.b,
        f"only {one.second}": one.c,
        "both, neither": f"{one.both_pass}, {one.both_fail}",
        "D": f"{one.D:+d}",
        "traps": f"{one.clusters}, of which {one.signflip.nonzero} differ",
        "p, by trap (primary)": exact(one.p_exact),
        "p, pooled cells": f"{one.pooled.p:.4g}",
        "p, majority": f"{one.majority.p:.4g}",
        "missing": f"{len(one.missing)}, rule {one.pairs.rule}" if one.missing else "",
        "status": one.status,
        "read it so": "a large p is a failure to reject, never evidence of equivalence",
    }
    line = f"{one.first} against {one.second}: D = {one.D:+d}, p = {one.p:.4g} ({one.status})"
    return Card(line, facts)


def item(one: Item) -> Card:
    """What the probe holds."""
    fact = one.fact
    facts = {
        "content": one.content,
        "fact": f"{fact.kind}: {' '.join((*fact.key, fact.value))}" if fact else "",
        "why": one.write_reason,
        "from": ", ".join(filter(None, [one.author, one.date])),
        "session": one.session or "",
        "scope": one.repo_scope or "",
        "narrowed to": ", ".join(one.narrowed_to),
        "superseded by": ", ".join(one.superseded_by),
        "contradicts": ", ".join(one.contradicts),
        "sources": ", ".join(one.sources),
    }
    return Card(f"{one.type} {one.id}, {one.status}: {cut(one.content, 60)}", facts)


def cell(one: CellRecord) -> Card:
    """A cell as it was sealed."""
    name = "/".join(map(str, one.key))
    if one.failed_party in ("infra", "referee"):
        word = f"excluded, {one.failed_party} failed"
    else:
        word = "passed" if one.passed else "failed"
    last = one.sessions[-1].verdict.checks if one.sessions else ()
    facts = {
        "detail": one.detail,
        "failed checks": "; ".join(f"{c.id} ({c.kind}) {c.reason}" for c in last if not c.passed),
        "instance": one.instance_digest,
    }
    rows = [
        [
            s.session, s.start, sum(i.shown for i in s.recalls), len(s.recalls), len(s.notes),
            f"{sum(c.passed for c in s.verdict.checks)} of {len(s.verdict.checks)}",
            s.work.error or "",
        ]
        for s in one.sessions
    ]  # fmt: skip
    columns = ("session", "starts", "items shown", "recalled", "notes after", "checks passed",
               "error")  # fmt: skip
    return Card(f"{name}: {word}", facts, columns, rows)


def note(one: Note) -> Card:
    """A note as it arrived."""
    line = f"note {one.id}, {one.date}, {one.author}: {cut(one.text, 60)}"
    facts = {"about": one.about, "known after session": one.session, "text": one.text}
    return Card(line, facts)


def recall(one: Recall | ShownItem) -> Card:
    """One thing that a read returned."""
    if isinstance(one, ShownItem):
        line = f"#{one.rank} {'shown' if one.shown else 'not shown'}: {cut(one.text, 60)}"
    else:
        line = f"{'admitted' if one.admitted else 'refused'}: {cut(one.text, 60)}"
    score = "" if one.score is None else f"{one.score:.4g}"
    facts = {
        "status": one.status,
        "score": score,
        "decision": one.decision,
        "sources": ", ".join(one.sources),
        "text": one.text,
    }
    return Card(line, facts)


def verdict(one: Verdict) -> Card:
    """A session's checks."""
    good = sum(check.passed for check in one.checks)
    rows: list[list[Any]] = [
        [c.id, c.kind, "passed" if c.passed else "failed", c.reason] for c in one.checks
    ]
    line = f"{'passed' if one.passed else 'failed'}: {good} of {count(len(one.checks), 'check')}"
    return Card(line, {}, ("check", "kind", "outcome", "reason"), rows)
