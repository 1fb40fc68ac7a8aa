"""One loader: the published fold and any run of ours give the same frames."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

import pandas as pd

from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.report import columns
from dreambench_lib.report.clusters import CLUSTERS, Clusters, as_seeds, base_traps, has_variants
from dreambench_lib.report.places import shown
from dreambench_lib.report.sources import PUBLISHED, find, read_manifest, read_traps
from dreambench_lib.report.words import count, in_order, natural


@dataclass(frozen=True, eq=False)
class Frames:
    """A fold: outcomes per cell, and, where they were recorded, the stories behind them.

    Every table but `traps` has the columns condition, agent, trap_id and seed, which name a cell;
    `of(agent)` narrows them all. `outcomes` has the cells that count, `excluded` the others.
    """

    source: str
    cells: pd.DataFrame
    """One row a cell, merged with its trap's construct, set, fixture, start and block."""
    traps: pd.DataFrame
    """One row a trap: construct, set, fixture, start, block."""
    sessions: pd.DataFrame
    """One row a session of a cell: counts of notes, items recalled and shown, words shown."""
    checks: pd.DataFrame
    """One row a check of a session: its kind, whether it passed, why not."""
    recalls: pd.DataFrame
    """One row an item that a memory listed: rank, whether it was shown, its facts, its decision."""
    usage: pd.DataFrame
    """One row a party that asked a model in a session: calls and tokens; empty without a model."""
    manifest: dict[str, Any]
    folder: Path | None = None
    """Where the files lie; None for frames that were made otherwise."""
    variants: bool = False
    """Whether the run has variants of traps."""
    clusters: Clusters = "trap"
    """What a ``trap_id`` stands for here where there are any."""

    @property
    def published(self) -> bool:
        """Whether these are the paper's outcomes rather than a run of ours."""
        return bool(self.manifest.get("source") == PUBLISHED)

    @property
    def label(self) -> str:
        """Where the numbers come from: stands in every title and caption."""
        if self.published:
            return "published fold (arXiv 2608.20664)"
        return str(self.manifest.get("tier", "simulated reader"))

    @property
    def origin(self) -> str:
        """Source and label for a caption."""
        return self.label if self.published else f"{self.source} · {self.label}"

    @property
    def counts(self) -> pd.Series[bool]:
        """Per cell: whether it is an outcome; `infra` and `referee` failures are none."""
        return ~self.cells["failed_party"].isin(["infra", "referee"])

    @cached_property
    def outcomes(self) -> pd.DataFrame:
        """The cells that count: numerator and denominator of everything else."""
        return self.cells[self.counts]

    @cached_property
    def excluded(self) -> pd.DataFrame:
        """The cells that do not count, and which party failed."""
        keys = ["condition", "agent", "trap_id", "seed", "failed_party"]
        return self.cells.drop(self.outcomes.index)[keys].reset_index(drop=True)

    @cached_property
    def conditions(self) -> list[str]:
        """In the one order that all tables and figures share."""
        return in_order(self.cells["condition"])

    @cached_property
    def agents(self) -> list[str]:
        return sorted(self.cells["agent"].unique())

    @cached_property
    def seeds(self) -> list[int]:
        return sorted(int(seed) for seed in self.cells["seed"].unique())

    @cached_property
    def trap_ids(self) -> list[str]:
        """By construct, then by name."""
        return list(self.traps["trap_id"])

    @cached_property
    def constructs(self) -> list[str]:
        return sorted(self.traps["construct"].unique(), key=natural)

    def of(self, agent: str) -> Frames:
        """The same frames for one agent."""
        if agent not in self.agents:
            raise unknown(f"agent in {self.source}", agent, self.agents)

        def pick(frame: pd.DataFrame) -> pd.DataFrame:
            return frame[frame["agent"] == agent]

        parts = (self.cells, self.sessions, self.checks, self.recalls, self.usage)
        cells, sessions, checks, recalls, usage = map(pick, parts)
        return replace(
            self, cells=cells, sessions=sessions, checks=checks, recalls=recalls, usage=usage
        )

    def __repr__(self) -> str:
        sizes = (
            count(len(self.conditions), "condition"),
            count(len(self.agents), "agent"),
            count(len(self.trap_ids), "trap"),
            count(len(self.seeds), "seed"),
        )
        out = f", {count(len(self.excluded), 'cell')} excluded" if len(self.excluded) else ""
        return (
            f"{self.source}: {count(len(self.cells), 'cell')} "
            f"({' × '.join(sizes)}){out} · {self.label}"
        )

    def _repr_html_(self) -> str:
        rows = {
            "source": self.origin,
            "cells": f"{len(self.cells):,}, of which {len(self.excluded):,} are no outcomes",
            "conditions": ", ".join(self.conditions),
            "agents": ", ".join(self.agents),
            "traps": f"{len(self.trap_ids)} in {count(len(self.constructs), 'construct')}",
            "seeds": ", ".join(map(str, self.seeds)),
            **({"variants": CLUSTERS[self.clusters]} if self.variants else {}),
        }
        left = ' style="text-align:left"'
        body = "".join(
            f"<tr><th{left}>{k}</th><td{left}>{escape(v)}</td></tr>" for k, v in rows.items()
        )
        return f'<table class="facts"><tbody>{body}</tbody></table>'


def load(source: str | Path, clusters: Clusters = "trap") -> Frames:
    """The frames of ``published``, of a run's name (in `results/`, then `runs/`), or of a folder.

    Variants are further seeds of their trap, in every table and test: variant `v`'s seed `s` is
    seed ``v · (highest seed + 1) + s``. ``clusters="variant"`` keeps them apart, with their ids;
    see `traps.variants` for when that may be done.

    >>> load("published")
    published: 3,780 cells (21 conditions × 1 agent × 60 traps × 3 seeds) · published fold \
(arXiv 2608.20664)
    """
    folder = find(source)
    if clusters not in CLUSTERS:
        raise unknown("kind of cluster", clusters, CLUSTERS)
    manifest = read_manifest(folder)
    cells = columns.read(folder / "cells.csv", columns.CELLS, needed=tuple(columns.CELLS)[:5])
    traps = read_traps(folder / "traps.csv")
    _whole(folder, cells, traps)
    variants = has_variants(traps)
    tables = [cells] + [
        columns.read(folder / f"{name}.csv", kinds) for name, kinds in columns.STORIES.items()
    ]
    if variants and clusters == "trap":
        step = int(cells["seed"].max()) + 1
        tables, traps = [as_seeds(table, step) for table in tables], base_traps(traps)
    cells, sessions, checks, recalls, usage = tables
    return Frames(
        source=folder.resolve().name,
        cells=cells.merge(traps, on="trap_id", how="left", validate="many_to_one"),
        traps=traps,
        sessions=sessions,
        checks=checks,
        recalls=recalls,
        usage=usage,
        manifest=manifest,
        folder=folder,
        variants=variants,
        clusters=clusters,
    )


def _whole(folder: Path, cells: pd.DataFrame, traps: pd.DataFrame) -> None:
    """Refuses cells of unknown traps, and cells that are there twice."""
    orphans = sorted(set(cells["trap_id"]) - set(traps["trap_id"]))
    if orphans:
        raise BadInput(
            f"{shown(folder)}/cells.csv names trap {orphans[0]!r}, which traps.csv lacks: "
            "export the run again"
        )
    keys = ["condition", "agent", "trap_id", "seed"]
    twice = cells[cells.duplicated(keys)]
    if len(twice):
        key = ", ".join(str(twice.iloc[0][name]) for name in keys)
        raise BadInput(f"{shown(folder)}/cells.csv has the cell ({key}) twice: export it again")
