"""The typed item: what the probe holds, in the paper's schema, one field of fact at a time.

Left out of the published schema, because nothing could use them without making reads change later
reads or because they never had a value: embedding id, last use, use count, outcome impact, the
human-verified mark and `valid_from`. Added, because the published items could not be put in order:
session, document date and author of the evidence, and what a fact was narrowed to.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field as field

from dreambench_lib.canonical import sha256
from dreambench_lib.records import Lifecycle, Record

ItemType = Literal[
    "episodic",
    "semantic_project",
    "procedural",
    "failure",
    "human_feedback",
    "constraint",
    "contradiction",
    "dream_artifact",
]
FieldKind = Literal["value", "mention", "way", "strike", "revive", "narrow", "authority"]
CLAIMS: tuple[FieldKind, ...] = ("value", "mention", "way")
"""Kinds that say something about the work; the others say something about other notes."""


class Provenance(Record):
    """Where an item comes from; grounded when at least one list is not empty."""

    trajectory_ids: tuple[str, ...] = ()
    """Episodes."""
    task_ids: tuple[str, ...] = ()
    """Numbers of notices, incidents and tickets that the note goes by."""
    repo_commits: tuple[str, ...] = ()
    file_paths: tuple[str, ...] = ()
    command_outputs: tuple[str, ...] = ()
    human_feedback_ids: tuple[str, ...] = ()
    """Notes."""

    def populated(self) -> int:
        """How many of the lists say something."""
        lists = (
            self.trajectory_ids, self.task_ids, self.repo_commits, self.file_paths,
            self.command_outputs, self.human_feedback_ids,
        )  # fmt: skip
        return sum(map(bool, lists))


class Fact(Record):
    """One field that a rule (or a model) read out of a note."""

    kind: FieldKind
    key: tuple[str, ...] = ()
    """What it is about: sorted stems of the words around the value."""
    value: str = ""
    """The literal; `do` or `do not` for a way; what is struck or revived; the author that wins."""
    shape: str = ""
    """Form of the literal, so that a value is never taken for a thing of another form."""
    scope: tuple[str, ...] = ()
    """Sorted stems of the declared part it holds for; `!stem` = all but; empty = all."""
    against: tuple[str, ...] = ()
    """Authority: stems of the author that loses; empty = every other one."""
    reason: str = ""
    """Strike: `superseded`, `withdrawn` or `disproved`."""
    change: bool = False
    """The sentence says that something changes."""
    tentative: bool = False
    """The sentence hedges: it never overrides anything."""


class Item(Record):
    """One memory: the raw note's whole text with one typed field, or (no field) its capsule."""

    id: str
    content: str = field(min_length=1)
    type: ItemType
    provenance: Provenance
    write_reason: str = field(min_length=1)
    status: Lifecycle = "active"
    repo_scope: str | None = None
    file_scope: tuple[str, ...] = ()
    symbol_scope: tuple[str, ...] = ()
    task_scope: tuple[str, ...] = ()
    created_at: int = 0
    """Tick of the logical clock, as is `updated_at`."""
    updated_at: int = 0
    valid_until: str | None = None
    """ISO date."""
    confidence: float = field(default=0.5, ge=0, le=1)
    utility_score: float = field(default=0.5, ge=0, le=1)
    risk_score: float = field(default=0.0, ge=0, le=1)
    staleness_score: float = field(default=0.0, ge=0, le=1)
    contradicts: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    superseded_by: tuple[str, ...] = ()
    narrowed_to: tuple[str, ...] = ()
    """Part of the work that a later note confined the fact to (`fact.scope` is as first read)."""
    retrieval_tags: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    """Ids of the notes it was made from."""
    session: int = 0
    date: str = ""
    author: str = ""
    fact: Fact | None = None

    @property
    def time(self) -> tuple[str, int]:
        """Order of evidence: the document's date, then the session it arrived after."""
        return (self.date, self.session)


def item_id(content: str, sources: tuple[str, ...], fact: Fact | None, repo: str | None) -> str:
    """A content hash: the same evidence always gets the same id."""
    body = [content, list(sources), fact and fact.model_dump(mode="json"), repo]
    return "mem_" + sha256(body)[:12]
