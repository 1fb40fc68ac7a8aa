"""One cell told step by step: what became known, what the store made of it, what was shown, what
the agent wrote, what the checks said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from dreambench_lib.harness.hygiene.relive import Life, Past, sealed_cells
from dreambench_lib.records import CellKey, CellRecord, Note
from dreambench_lib.report.hygiene.source import Hygiene
from dreambench_lib.report.roles import ROLES, roles
from dreambench_lib.report.words import natural
from dreambench_lib.traps.mint import Instance
from dreambench_lib.trees import apply, from_json, unified

MOST_LINES = 40
_KNOWN = ("when", "who", "to the trap", "what it says")
_STORED = ("of", "field", "status", "why")
_READ = ("rank", "outcome", "of", "why", "text")
_JUDGED = ("check", "outcome", "seen")
"""The columns of each step's table."""


class Chosen(NamedTuple):
    """A cell and why it is told."""

    key: CellKey
    why: str


def choose_cells(hygiene: Hygiene, first: str, second: str, agent: str) -> list[Chosen]:
    """The first cell that only `first` passed, the first that only `second` passed, and the first
    where memory could only hurt and did: by construct, trap and seed, whatever they show.
    """
    cells = hygiene.frames.outcomes
    cells = cells[(cells["agent"] == agent) & cells["condition"].isin([first, second])]
    passed = cells.pivot_table(
        index=["construct", "block", "trap_id", "seed"], columns="condition", values="passed"
    ).reindex(columns=[first, second]).dropna()  # fmt: skip
    order = sorted(passed.index, key=lambda row: (natural(row[0]), *row[2:]))
    found = []
    for name, other in ((first, second), (second, first)):
        won = [row for row in order if row[1] == "needs" and _only(passed, row, name, other)]
        if won:
            key = CellKey(name, agent, str(won[0][2]), int(won[0][3]))
            found.append(Chosen(key, f"{name} passed where {other} did not"))
    for name in (first, second):
        hurt = [row for row in order if row[1] == "hurts" and not passed.at[row, name]]
        if hurt:
            key = CellKey(name, agent, str(hurt[0][2]), int(hurt[0][3]))
            found.append(Chosen(key, f"memory could only hurt, and {name} let it"))
            break
    return found


def _only(passed: object, row: object, name: str, other: str) -> bool:
    return bool(passed.at[row, name]) and not passed.at[row, other]  # type: ignore[attr-defined]


def stories(hygiene: Hygiene, chosen: Iterable[Chosen]) -> list[CellStory]:
    """The cells, lived through again."""
    wanted = list(chosen)
    records = sealed_cells(hygiene.folder, [one.key for one in wanted])
    past, _ = Past.of(hygiene.folder)
    return [
        CellStory(one, records[one.key], past.live(records[one.key]), past.mint(one.key))
        for one in wanted
    ]


@dataclass(frozen=True, eq=False)
class CellStory:
    """Rich display of one cell; it reveals what was sealed, which a frozen run does anyway."""

    chosen: Chosen
    record: CellRecord
    life: Life
    instance: Instance

    @property
    def telling(self) -> list[Note]:
        """The notes that carry a fact, in order of arrival."""
        every = self.instance.all_notes()
        return [note for note in every if roles(self.instance, note) != ["ordinary"]]

    def known(self) -> list[list[str]]:
        """Step 1: when, who, what it is to the trap, what it says."""
        return [
            [
                f"session {note.session}, {note.date}",
                note.author,
                ", ".join(ROLES[role][2] for role in roles(self.instance, note)),
                note.text,
            ]
            for note in self.telling
        ]

    def stored(self) -> list[list[str]]:
        """Step 2: the typed fields of those notes, and what became of each."""
        why = {c["item"]: f"{c['operator']}: {c['reason']}" for c in self.life.changes}
        wanted = {note.id for note in self.telling}
        return [
            [
                _when(self.instance, item["sources"]),
                f"{item['fact']['kind']} {item['fact']['value']}".strip(),
                item["status"],
                why.get(item["id"], "as first read"),
            ]
            for item in self.life.items
            if item["fact"] and wanted & set(item["sources"])
        ]

    def read(self) -> list[list[str]]:
        """Step 3: what the scored read said of those notes, and what of them the agent saw."""
        wanted = {note.id for note in self.telling}
        return [
            [
                str(item.rank),
                "shown" if item.shown else "not shown",
                _when(self.instance, item.sources),
                item.decision,
                item.text if item.shown else "",
            ]
            for item in self.life.recalls
            if wanted & set(item.sources)
        ]

    def wrote(self) -> str:
        """Step 4: the agent's change in the scored session, in the usual form."""
        tree = self.instance.base
        for session in self.record.sessions:
            start = self.instance.base if session.start == "clean" else tree
            diff = from_json(list(session.diff))
            text = unified(start, diff)
            tree = apply(start, diff)
        lines = text.splitlines()
        more = [f"… {len(lines) - MOST_LINES} more lines"] if len(lines) > MOST_LINES else []
        return "\n".join([*lines[:MOST_LINES], *more])

    def judged(self) -> list[list[str]]:
        """Step 5: the scored checks."""
        checks = self.record.sessions[-1].verdict.checks
        return [[c.kind, "passed" if c.passed else "failed", c.reason] for c in checks]

    def _repr_html_(self) -> str:
        shown = sum(item.shown for item in self.life.recalls)
        stored = self.stored()
        parts = [
            f"<h4>{escape('/'.join(map(str, self.chosen.key)))}</h4><p>{escape(self.chosen.why)}."
            f" {escape(self.instance.template.why)}</p>",
            _step("1 · What became known", _KNOWN, self.known()),
            _step("2 · What the store made of it", _STORED, stored)
            if stored
            else "<p><strong>2 · What the store made of it</strong>: it keeps no typed fields of "
            "these notes.</p>",
            _step(f"3 · What the read gave, {shown} items shown in all", _READ, self.read()),
            f"<p><strong>4 · What the agent wrote</strong></p><pre>{escape(self.wrote())}</pre>",
            _step("5 · What the checks said", _JUDGED, self.judged()),
        ]
        return "".join(parts)

    def __repr__(self) -> str:
        said = [f"{'/'.join(map(str, self.chosen.key))}: {self.chosen.why}"]
        for name, rows in (("known", self.known()), ("stored", self.stored()),
                           ("read", self.read()), ("checks", self.judged())):  # fmt: skip
            said += [f"{name}: " + " | ".join(row[:3]) for row in rows]
        return "\n".join(said)


def _when(instance: Instance, sources: Iterable[str]) -> str:
    """Which notes an item is of, as a reader may look them up in step 1."""
    notes = {note.id: note for note in instance.all_notes()}
    named = [notes[one] for one in sources if one in notes]
    return "; ".join(f"{note.author}, {note.date}" for note in named) or "no note"


def _step(title: str, heads: Sequence[str], table: list[list[str]]) -> str:
    rows = _table(heads, table) if table else "<p>nothing</p>"
    return f"<p><strong>{escape(title)}</strong></p>{rows}"


def _table(heads: Sequence[str], table: list[list[str]]) -> str:
    cell = '<td style="text-align:left;vertical-align:top">'
    body = "".join(
        "<tr>" + "".join(f"{cell}{escape(value)}</td>" for value in row) + "</tr>" for row in table
    )
    head = "".join(f'<th style="text-align:left">{escape(name)}</th>' for name in heads)
    return f'<table class="story"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
