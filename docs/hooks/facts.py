"""Numbers for pages, each from the traps or from frozen results at the time of the build."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, get_args

import pandas as pd

from dreambench_lib.agents.table import AGENTS
from dreambench_lib.forgetting.score.policies import Choice
from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.report.claims import read_review, review_table
from dreambench_lib.report.frames import load
from dreambench_lib.report.places import ROOT
from dreambench_lib.report.trap_tables import gate_table, quota_table, read_gates, trap_set
from dreambench_lib.report.words import BLOCKS, block, in_order
from dreambench_lib.traps.template import Template

OFFLINE = "offline-60"
"""The frozen run that pages speak of."""


@cache
def core() -> dict[str, Template]:
    return trap_set("core")


@cache
def audit() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ROOT / "results" / "trap-audit.json").read_text())
    return found


def traps(which: str = "core") -> str:
    """How many traps a set (core, extended, all) has."""
    return str(len(trap_set(which)))


def fixtures() -> str:
    return str(len({trap.fixture.name for trap in trap_set("all").values()}))


def constructs() -> str:
    """Constructs with their traps, core set."""
    table = quota_table(core())
    table["block"] = table["block"].map(BLOCKS)
    return markdown(table)


def gates() -> str:
    table = gate_table(trap_set("all"))[["gate", "role", "traps examined", "passed", "failed"]]
    return f"{read_gates(gate_table(trap_set('all')), trap_set('all'))}\n\n{markdown(table)}"


def people() -> str:
    """What people have audited so far."""
    return str(read_review(review_table(core())))


def shape() -> str:
    """Sizes of the core set, in words."""
    every = list(core().values())
    texts = [len(text.split()) for trap in every for some in trap.texts.values() for text in some]
    notes = sorted(sum(trap.crowd) for trap in every)
    rows = {
        "traps": len(every),
        "fixture repositories": len({trap.fixture.name for trap in every}),
        "stories (skeletons)": len({trap.skeleton for trap in every}),
        "last session from the clean fixture": sum(trap.start == "clean" for trap in every),
        "notes a trap, least to most": f"{notes[0]} to {notes[-1]}",
        "written texts of facts": len(texts),
        "words a text, least to most": f"{min(texts)} to {max(texts)}",
        "checks of last sessions": sum(
            check.session == len(trap.sessions) for trap in every for check in trap.checks
        ),
    }
    return markdown(pd.DataFrame({"what": [*rows], "core set": [*rows.values()]}))


def kinds() -> str:
    """Kinds of the core set's checks of the last session."""
    tally = Counter(
        check.kind
        for trap in core().values()
        for check in trap.checks
        if check.session == len(trap.sessions)
    )
    return ", ".join(f"{kind} {number}" for kind, number in tally.most_common())


def discriminates() -> str:
    """What passes with what shown, over all traps."""
    rows = pd.DataFrame(audit()["discrimination"])
    table = rows.groupby(["shown", "reader"], sort=False)[["passed", "of"]].sum().reset_index()
    return markdown(table)


def flakes() -> str:
    rows = audit()["flakes"]
    runs, failed = sum(row["runs"] for row in rows), sum(row["failed"] for row in rows)
    return f"{failed} of {runs:,} runs of the solutions failed"


def conditions() -> str:
    """The compared conditions by name, then those that are shown and never ranked."""
    ranked = in_order(name for name, entry in CONDITIONS.items() if entry.ranked)
    others = in_order(name for name, entry in CONDITIONS.items() if not entry.ranked)
    return f"{_names(ranked)}; shown beside them and never ranked: {_names(others)}"


def agents() -> str:
    return _names(AGENTS)


def run(what: str) -> str:
    """A number of the frozen run: cells, conditions, traps, seeds, agents."""
    frames = load(OFFLINE)
    counts = {
        "cells": len(frames.cells),
        "conditions": len(frames.conditions),
        "traps": len(frames.trap_ids),
        "seeds": frames.cells["seed"].nunique(),
        "agents": len(frames.agents),
    }
    return f"{counts[what]:,}"


def published(what: str) -> str:
    """The same of the published fold."""
    frames = load("published")
    counts = {"cells": len(frames.cells), "conditions": len(frames.conditions)}
    return f"{counts[what]:,}"


def policies() -> str:
    """The empty-bucket policies by name."""
    return _names(get_args(Choice))


def hurting() -> str:
    """The constructs in which memory can only hurt."""
    every = dict.fromkeys(trap.construct_id for trap in core().values())
    return " and ".join(name for name in every if block(name) == "hurts")


def markdown(table: pd.DataFrame) -> str:
    """A frame as a Markdown table."""
    head = [str(name) for name in table.columns]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for row in table.itertuples(index=False):
        lines.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |")
    return "\n".join(lines)


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


FACTS: dict[str, Callable[..., str]] = {
    one.__name__: one
    for one in (
        traps, fixtures, constructs, gates, people, shape, kinds, discriminates, flakes,
        conditions, agents, run, published, policies, hurting,
    )
}  # fmt: skip
