"""A cell's whole story as compact JSON: a shard per trap, whose cells share texts and sessions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dreambench_lib.canonical import canonical
from dreambench_lib.harness.export import facts_of
from dreambench_lib.harness.hygiene.relive import Life
from dreambench_lib.records import CellRecord, Note, Receipt, SessionRecord, ShownItem
from dreambench_lib.report.roles import roles
from dreambench_lib.report.viewer.expected import probe, wants
from dreambench_lib.report.viewer.pool import Pool, Texts
from dreambench_lib.traps.bench import harmful
from dreambench_lib.traps.mint import Instance
from dreambench_lib.trees import Tree, apply, from_json, unified

CHANGED = "the trap has changed since the run: its prompts and expectations are not known here"


class Shard:
    """All cells of one trap."""

    def __init__(self, trap: str) -> None:
        self.trap = trap
        self.texts, self.sessions, self.checks = Texts(), Pool(), Pool()
        self.items, self.lists = Pool(), Pool()
        self.notes: dict[str, dict[str, Any]] = {}
        self.expected: dict[str, dict[str, Any]] = {}
        self.cells: dict[str, dict[str, Any]] = {}
        self._trees: list[Tree] = []
        self._diffs: dict[tuple[int, str], tuple[int, int]] = {}
        self._facts: dict[tuple[int, str, tuple[str, ...]], list[list[Any]]] = {}

    def add(
        self, record: CellRecord, receipt: Receipt | None, instance: Instance, life: Life | None
    ) -> None:
        """Tell one cell.

        Args:
            receipt: None while the run is not sealed.
            life: Its memory lived through again, where that was asked for.
        """
        key = record.key
        # A record that stopped before its instance was minted names none.
        same = record.instance_digest in ("", instance.digest)
        cell: dict[str, Any] = {"sessions": [], "instance": record.instance_digest}
        if record.failed_party is not None:
            cell |= {"party": record.failed_party, "detail": self.texts.add(record.detail)}
        if receipt is not None:
            cell |= {"record": receipt.record, "previous": receipt.previous, "chain": receipt.chain}
        if not same:
            cell["changed"] = CHANGED
        if life is not None:
            cell["life"] = self._life(life)
        tree = base = self._tree(instance.base if same else {})
        for session in record.sessions:
            diff, tree = self._diff(session, base if session.start == "clean" else tree)
            told = self._session(session, instance if same else None, key.seed)
            cell["sessions"].append(self.sessions.add({**told, "diff": diff}))
        self.cells[f"{key.condition}/{key.agent}/{key.seed}"] = cell
        if same:
            self._expect(instance)

    def body(self) -> dict[str, Any]:
        """The shard as plain JSON values."""
        return {
            "lines": self.texts.lines.values,
            "texts": self.texts.texts.values,
            "sessions": self.sessions.values,
            "items": self.items.values,
            "lists": self.lists.values,
            "checks": self.checks.values,
            "notes": self.notes,
            "expected": self.expected,
            "cells": self.cells,
        }

    def _session(
        self, session: SessionRecord, instance: Instance | None, seed: int
    ) -> dict[str, Any]:
        work = session.work
        told: dict[str, Any] = {
            "session": session.session,
            "start": session.start,
            "context": self.texts.add(session.context),
            "output": self.texts.add(work.output),
            "recalls": [self._item(item, instance, seed) for item in session.recalls],
            "checks": [self.checks.add(c.model_dump(mode="json")) for c in session.verdict.checks],
            "notes": [self._note(note, instance) for note in session.notes],
            "digests": [session.prompt_digest, session.start_digest, session.end_digest],
        }
        if instance is not None:
            prompt = instance.template.sessions[session.session - 1].prompt
            told["prompt"] = self.texts.add(prompt)
        if work.error is not None:
            told["error"] = self.texts.add(work.error)
        more = {
            "fills": [list(fill) for fill in work.fills],
            "usage": [usage.model_dump() for usage in work.usage],
            "faults": session.faults,
            "control": list(session.control_files),
            "asked": [self.texts.add(asked.answer) for asked in session.asked],
        }
        return told | {name: value for name, value in more.items() if value}

    def _item(self, item: ShownItem, instance: Instance | None, seed: int) -> int:
        """A row without names, since there are most of these; `recalls` of the script reads it."""
        facts = [] if instance is None else self._brought(item, instance, seed)
        return self.items.add(
            [
                item.rank,
                int(item.shown),
                item.status,
                item.words,
                self.texts.add(item.text),
                self.texts.add(item.decision),
                item.score,
                self.lists.add(list(item.sources)),
                self.lists.add(facts),
            ]
        )

    def _brought(self, item: ShownItem, instance: Instance, seed: int) -> list[list[Any]]:
        """What an item brings: (fact, status, whether it misleads)."""
        place = (seed, item.text, item.sources)
        if place not in self._facts:
            trap = instance.template
            harm = harmful(trap)
            known = [fact.split("@")[0] for fact in facts_of(item, instance)]
            self._facts[place] = [
                [fact, trap.fact(fact).status, fact in harm] for fact in dict.fromkeys(known)
            ]
        return self._facts[place]

    def _note(self, note: Note, instance: Instance | None) -> str:
        told: dict[str, Any] = {
            "text": self.texts.add(note.text),
            "date": note.date,
            "author": note.author,
            "about": note.about,
            "session": note.session,
        }
        known = instance is not None and note.id in instance.carried
        if known and instance is not None:
            told["roles"] = [role for role in roles(instance, note) if role != "ordinary"]
        # A record may hold two notes of one id (a damaged or forged one): neither hides the other.
        name = note.id
        while name in self.notes and self.notes[name] != told:
            name += "'"
        self.notes[name] = told
        return name

    def _diff(self, session: SessionRecord, start: int) -> tuple[int, int]:
        """The change as text, and the tree it leads to; trees go by number."""
        place = (start, canonical(list(session.diff)))
        if place not in self._diffs:
            tree, changes = self._trees[start], from_json(list(session.diff))
            text = self.texts.add(unified(tree, changes))
            self._diffs[place] = text, self._tree(apply(tree, changes))
        return self._diffs[place]

    def _tree(self, tree: Tree) -> int:
        if tree not in self._trees:
            self._trees.append(tree)
        return self._trees.index(tree)

    def _expect(self, instance: Instance) -> None:
        seed = str(instance.seed)
        if seed not in self.expected:
            self.expected[seed] = {
                check.id: {"probe": probe(check), "wants": wants(check)}
                for check in instance.checks
            }

    def _life(self, life: Life) -> dict[str, Any]:
        """What the memory stored, and every later change of a lifecycle."""
        return {
            "same": life.same,
            "items": [self.items.add(self._held(item)) for item in life.items],
            "changes": [
                self.items.add([c["tick"], c["item"], c["operator"], c["status"], c["reason"]])
                for c in life.changes
            ],
        }

    def _held(self, item: dict[str, Any]) -> dict[str, Any]:
        fact = item["fact"] or {}
        parts: Iterable[str] = (*fact.get("key", ()), fact.get("value", ""))
        return {
            "id": item["id"],
            "type": item["type"],
            "status": item["status"],
            "sources": list(item["sources"]),
            "fact": f"{fact['kind']}: {' '.join(parts)}".strip() if fact else "",
            "why": item["write_reason"],
            "text": self.texts.add(item["content"]),
        }
