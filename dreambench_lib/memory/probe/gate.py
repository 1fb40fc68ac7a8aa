"""The retrieval gate: hard gates in the published order, then the published weighted score.

Where a published term could never fire, it is made live or removed:

* *task*: the query's task is its session; a one-off fact holds for the session after its note.
* *symbols*: identifiers in the prompt. *Files*: a hard gate only where a note declares "only in
  FILE"; a file that is merely named counts in the soft term (P 10.37).
* *time*: now is the latest document date held; age runs in sessions, and saturates at 365.
* *tags*: share of the words of an item's key that the prompt asks for.
* *semantic* is lexical and called so. *human_verified* is removed: nothing sets it offline.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from dreambench_lib.memory.lexical import files_named, jaccard, tokens
from dreambench_lib.memory.probe.items import Item, ItemType
from dreambench_lib.memory.probe.readings import stems_of
from dreambench_lib.memory.remember import remembered
from dreambench_lib.records import Query

_SYMBOL = re.compile(r"\b(?:[A-Za-z_]\w*(?=\(\))|[a-z]+(?:_[a-z0-9]+)+|(?:[A-Z][a-z0-9]+){2,})")
_ABSOLUTE = re.compile(r"\b(?:always|never|everywhere|every|all|must)\b", re.I)


class View(NamedTuple):
    """A query as the gate sees it, with what it must know of the store."""

    project: str
    task: str
    session: int
    files: tuple[str, ...]
    symbols: frozenset[str]
    words: frozenset[str]
    subject: frozenset[str]
    now: str
    items: Mapping[str, Item]


def view(query: Query, items: Mapping[str, Item], now: str) -> View:
    """Prepare one query."""
    return View(
        project=query.project,
        task=f"session {query.session}",
        session=query.session,
        files=query.files,
        symbols=symbols(query.prompt),
        words=tokens(query.prompt),
        subject=frozenset(stems_of(query.prompt.replace("_", " "))),
        now=now,
        items=items,
    )


def _status(item: Item, view: View) -> str:
    return "" if item.status == "active" else f"status_{item.status}"


def _expired(item: Item, view: View) -> str:
    return "expired_valid_until" if item.valid_until and item.valid_until < view.now else ""


def _repo(item: Item, view: View) -> str:
    return "repo_scope_conflict" if item.repo_scope not in (None, view.project) else ""


def _files(item: Item, view: View) -> str:
    clash = item.file_scope and view.files and not files_named(view.files, _names(item.file_scope))
    return "file_scope_conflict" if clash else ""


def _symbols(item: Item, view: View) -> str:
    clash = item.symbol_scope and view.symbols and not view.symbols & set(item.symbol_scope)
    return "symbol_scope_conflict" if clash else ""


def _task(item: Item, view: View) -> str:
    return "task_scope_conflict" if item.task_scope and view.task not in item.task_scope else ""


def _superseder(item: Item, view: View) -> str:
    if not item.superseded_by:
        return ""
    by = (view.items.get(other) for other in item.superseded_by)
    return "active_superseder" if any(b and b.status == "active" for b in by) else ""


def _risk(item: Item, view: View) -> str:
    return "risk_block" if item.risk_score >= 0.95 else ""


def _stale(item: Item, view: View) -> str:
    return "stale_block" if item.staleness_score >= 0.95 else ""


def _provenance(item: Item, view: View) -> str:
    return "" if item.provenance.populated() else "ungrounded_provenance"


Gate = Callable[[Item, View], str]
GATES: dict[str, Gate] = {
    "status": _status,
    "expiry": _expired,
    "repo": _repo,
    "files": _files,
    "symbols": _symbols,
    "task": _task,
    "superseder": _superseder,
    "risk": _risk,
    "staleness": _stale,
    "provenance": _provenance,
}
"""In the published order: the first that fails is the recorded reason. Type policy comes last."""

TYPES: frozenset[ItemType] = frozenset(
    {
        "episodic",
        "semantic_project",
        "procedural",
        "failure",
        "human_feedback",
        "constraint",
        "dream_artifact",
    }
)
"""Types that may be shown: contradiction records only name ids."""
ALL_TYPES: frozenset[ItemType] = TYPES | {"contradiction"}
"""Without a type policy."""


def gates_without(*names: str) -> dict[str, Gate]:
    """The gates less the named ones: an ablation.

    >>> list(gates_without("repo", "files", "symbols", "task", "superseder"))
    ['status', 'expiry', 'risk', 'staleness', 'provenance']
    """
    return {name: gate for name, gate in GATES.items() if name not in names}


WEIGHTS: Mapping[str, float] = {
    "lexical": 1.4,
    "tag": 1.0,
    "file": 1.0,
    "symbol": 0.8,
    "task": 0.8,
    "type": 0.5,
    "confidence": 0.6,
    "utility": 0.8,
    "provenance": 0.4,
    "staleness": -1.0,
    "risk": -1.2,
    "age": -0.2,
    "over_scope": -0.7,
    "contradiction": -0.5,
}
"""The published weights, frozen."""
THETA = 1.0
"""The published admission threshold."""


def refusal(
    item: Item,
    view: View,
    gates: Mapping[str, Gate] = GATES,
    types: frozenset[ItemType] = TYPES,
) -> str:
    """Why an item is not admitted, or the empty string."""
    for gate in gates.values():
        if reason := gate(item, view):
            return reason
    return "" if item.type in types else "type_policy"


def score(item: Item, view: View, weights: Mapping[str, float] = WEIGHTS) -> float:
    """Weighted sum of the terms."""
    values = terms(item, view)
    return round(sum([weight * values[name] for name, weight in weights.items()]), 6)


def terms(item: Item, view: View) -> dict[str, float]:
    """Every term's value, each in [0, 1]."""
    tags = set(item.retrieval_tags)
    lexical, files, named = _nearness(item.content, view.words, view.files, view.symbols)
    return {
        **fixed_terms(item),
        "lexical": lexical,
        "tag": len(tags & view.subject) / len(tags) if tags else 0.0,
        "file": _covered(view.files, item.provenance.file_paths, files),
        "symbol": named,
        "task": 1.0 if view.task in item.task_scope else 0.0 if item.task_scope else 0.2,
        "age": _age(view.session - item.session),
        "contradiction": contradiction(item, view.items),
    }


def fixed_terms(item: Item) -> dict[str, float]:
    """The terms that are the same whatever is asked."""
    populated = item.provenance.populated()
    return {
        "type": 1.0 if item.type in ("procedural", "semantic_project", "constraint") else 0.45,
        "confidence": item.confidence,
        "utility": item.utility_score,
        "provenance": min(1.0, 0.25 + 0.2 * populated) if populated else 0.0,
        "staleness": item.staleness_score,
        "risk": item.risk_score,
        "over_scope": _over_scope(item),
    }


@remembered(1 << 13)
def _nearness(
    content: str, words: frozenset[str], files: tuple[str, ...], asked: frozenset[str]
) -> tuple[float, float, float]:
    """What a text shares with a query: words, files named, symbols."""
    held, named = tokens(content), symbols(content)
    symbol = len(asked & named) / len(asked) if asked and named else 0.2 if asked else 0.0
    return jaccard(held, words), files_named(files, held), symbol


@remembered(1 << 12)
def symbols(text: str) -> frozenset[str]:
    """Identifiers that a text names."""
    return frozenset(_SYMBOL.findall(text))


@lru_cache(maxsize=512)
def _age(sessions: int) -> float:
    return min(1.0, math.log1p(max(0, sessions)) / math.log1p(365))


def _covered(asked: tuple[str, ...], named: tuple[str, ...], share: float) -> float:
    if not asked:
        return 0.0
    return share if named else max(share, 0.2)


def _over_scope(item: Item) -> float:
    scoped = bool(item.repo_scope or item.file_scope or item.symbol_scope or item.task_scope)
    value = 0.0 if scoped else 0.4
    value += 0.0 if item.file_scope or item.provenance.file_paths else 0.15
    value += 0.0 if item.symbol_scope else 0.15
    narrow = bool(item.file_scope or (item.fact and item.fact.scope))
    value += 0.3 if not scoped and _absolute(item.content) else 0.0
    value += 0.2 if item.type in ("human_feedback", "constraint") and not narrow else 0.0
    return min(1.0, value)


@remembered(1 << 12)
def _absolute(text: str) -> bool:
    return bool(_ABSOLUTE.search(text))


def contradiction(item: Item, items: Mapping[str, Item]) -> float:
    """How far an item is contradicted, most where what contradicts it is active."""
    if not item.contradicts:
        return 0.1 if item.type == "contradiction" else 0.0
    others = (items.get(other) for other in item.contradicts)
    return 0.2 + (0.5 if any(o and o.status == "active" for o in others) else 0.0)


def _names(paths: tuple[str, ...]) -> frozenset[str]:
    lowered = [path.lower() for path in paths]
    return frozenset([*lowered, *(path.rsplit("/", 1)[-1] for path in lowered)])
