"""Running a frozen plan again, and saying whether the same bytes come out."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.folder import PLAN, is_sealed, manifest, read_folder
from dreambench_lib.harness.plan import Plan, make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.harness.verify import Finding, read_sealed, verify
from dreambench_lib.report.frames import Frames
from dreambench_lib.report.places import output
from dreambench_lib.report.progress import Progress
from dreambench_lib.report.prose import Prose, say
from dreambench_lib.report.sources import find
from dreambench_lib.report.tables import Table, table


class Again(NamedTuple):
    """A plan to run, with its key, and the root that the frozen run has if it is the same plan."""

    plan: Plan
    key: str
    frozen_root: str | None


def plan_of(
    frozen: str,
    *,
    conditions: Sequence[str] | None = None,
    agents: Sequence[str] | None = None,
    traps: Sequence[str] | None = None,
    seeds: Sequence[int] | None = None,
) -> Again:
    """The plan and key of a frozen run, narrowed to what is given; nothing given: the very plan."""
    head: dict[str, Any] = manifest(find(frozen))
    if "plan" not in head:
        raise BadInput(f"{frozen} has no plan that could be run again: choose a run of ours")
    plan, key = Plan.model_validate(head["plan"]), str(head["key"])
    if not (conditions or agents or traps or seeds):
        return Again(plan, key, str(head["root"]))
    other, _ = make_plan(
        conditions or plan.conditions,
        agents or plan.agents,
        traps or plan.traps,
        seeds or plan.seeds,
        key=key,
        budget=plan.budget,
        timeout=plan.timeout,
        sandbox=plan.sandbox,
    )
    return Again(other, key, str(head["root"]) if other.digest == plan.digest else None)


def run_again(again: Again, name: str, workers: int | None = None) -> Path:
    """Run and seal the plan in ``runs/NAME``; a sealed run of the same plan there makes way.

    A folder of another plan (an older version's run) is left alone: the plan's digest is added.
    """
    digest = again.plan.digest
    folder = output("runs", name)
    if _plan_in(folder) not in (None, digest):
        folder = output("runs", f"{name}-{digest[:10]}")
    if is_sealed(folder):
        shutil.rmtree(folder)
    run(again.plan, again.key, folder, workers=workers, progress=Progress(folder))
    seal(folder)
    return folder


def _plan_in(folder: Path) -> str | None:
    """The digest of the plan that `folder` belongs to, if it is a run's."""
    if is_sealed(folder):
        return str(manifest(folder).get("plan_digest"))
    return read_folder(folder)[0].digest if (folder / PLAN).exists() else None


def root_of(folder: Path) -> str:
    """The digest that stands for the whole sealed run."""
    return str(manifest(folder)["root"])


def plan_table(plan: Plan) -> Table:
    """A plan in a few rows."""
    facts = {
        "conditions": ", ".join(plan.conditions),
        "agents": ", ".join(plan.agents),
        "traps": ", ".join(plan.traps),
        "seeds": ", ".join(map(str, plan.seeds)),
        "read budget": f"{plan.budget.items} items, {plan.budget.words:,} words",
        "cells": f"{len(plan.cells()):,}",
        "trap set": plan.trap_set,
        "commitment to the key": plan.commitment,
        "plan": plan.digest,
    }
    return table(pd.DataFrame({"of the plan": list(facts), "is": list(facts.values())}))


def read_root(root: str, frozen: str | None) -> Prose:
    """What the comparison of two roots says."""
    if frozen is None:
        return say(f"Root `{root[:16]}…`. The frozen plan has other cells, and so another root.")
    if root == frozen:
        return say(f"Root `{root[:16]}…`, **equal** to the frozen run's: the same bytes came out.")
    return say(f"Root `{root[:16]}…`, **not** the frozen `{frozen[:16]}…`: find out what differs.")


def run_profile(frames: Frames) -> pd.DataFrame:
    """What a run consisted of: per condition, sessions, notes, items, words, checks.

    Columns: condition, sessions, notes, items recalled, items shown, words shown, checks, calls to
    a model. All counts, over every cell of the condition.
    """
    sums = frames.sessions.groupby("condition")[["notes", "recalled", "shown", "words"]].sum()
    sums["sessions"] = frames.sessions.groupby("condition").size()
    sums["checks"] = frames.checks.groupby("condition").size()
    sums["calls to a model"] = frames.usage.groupby("condition")["calls"].sum()
    found = sums.reindex(frames.conditions).fillna(0).reset_index()
    names = {"recalled": "items recalled", "shown": "items shown", "words": "words shown"}
    found = found.rename(columns=names)
    first = ["condition", "sessions", "notes", "items recalled", "items shown", "words shown"]
    return found[[*first, "checks", "calls to a model"]].astype({"calls to a model": "int64"})


def finding_table(folder: Path) -> pd.DataFrame:
    """What `dreambench verify` finds in a sealed run."""
    found: list[Finding] = verify(folder)
    return pd.DataFrame(
        {"checked": one.what, "holds": one.passed, "detail": one.detail[:24]} for one in found
    )


def receipt_table(folder: Path, most: int = 4) -> pd.DataFrame:
    """The first receipts of the chain: each names its predecessor."""
    links = []
    for record, receipt in read_sealed(folder):
        links.append(
            {
                "cell": " / ".join(map(str, record.key)),
                "instance": receipt.instance[:12],
                "record": receipt.record[:12],
                "previous": receipt.previous[:12],
                "chain": receipt.chain[:12],
            }
        )
        if len(links) == most:
            break
    return pd.DataFrame(links)
