"""A set's quotas: read from the trap folder's ``set.toml``, and judged as gates on the set.

Until the file says ``complete = true`` open demands are listed and nothing fails. A folder without
the file (private traps) has no quotas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from pydantic import Field

from ..records import Record
from . import content, demands, skeletons
from .bench import GateResult
from .parse import made, read_toml
from .template import Template

SET = "(set)"
"""Stands for a trap's id in a verdict about the set."""


class Least(Record):
    """Lower bounds."""

    each: int = 0
    """Traps of each construct, core and extended together."""
    fixtures: int = 0
    spread: int = 0
    """Fixtures of every construct of four or more traps."""
    clean: int = 0
    """Core traps whose last session starts clean."""
    words: int = 0
    """Words of every text of a note."""
    alike: int = 0
    """Notes of a C2 trap that give a value of the one form."""


class Most(Record):
    """Upper bounds."""

    skeleton: int = Field(default=4, ge=1)
    """Traps that share one story."""
    overlap: float = Field(default=0.02, ge=0, le=1)
    """Share of the smaller trap's n-grams that another trap has, too (`overlap`)."""
    words: int = Field(default=100, ge=1)
    alike: int = Field(default=100, ge=1)


class Quotas(Record):
    """What a set must hold."""

    complete: bool = False
    core: dict[str, int] = {}
    """Exactly so many core traps, by construct."""
    extended: dict[str, int] = {}
    """At least so many beyond the core, by construct."""
    least: Least = Least()
    most: Most = Most()
    skeletons: dict[str, str] = {}
    """The stories that traps may share, each told in a sentence (`skeletons`)."""


def read_quotas(root: Path) -> Quotas | None:
    """The quotas of the trap folder `root`, if it has any."""
    path = root / "set.toml"
    return made(Quotas, f"{root.name}/set.toml", read_toml(path)) if path.is_file() else None


def set_gates(
    traps: Iterable[Template], quotas: Quotas | None = None, which: str = "all"
) -> list[GateResult]:
    """Verdicts about the set `which` (``core``, ``extended`` or ``all``)."""
    chosen = list(traps)
    ids = _result("ids", demands.ids(chosen))
    if quotas is None or which == "extended":
        return [ids]
    found = _found(chosen, quotas, which)
    if quotas.complete:
        return [ids, *(_result(gate, faults) for gate, faults in found.items())]
    still = [fault for faults in found.values() for fault in dict.fromkeys(faults)]
    told = f"incomplete, {len(still)} demands are open: {'; '.join(still)}"
    met = "every demand is met: set complete = true in set.toml"
    return [ids, _result("quotas", [], told if still else met)]


def _found(chosen: Sequence[Template], quotas: Quotas, which: str) -> dict[str, list[str]]:
    """Faults by gate."""
    least, most = quotas.least, quotas.most
    core = [trap for trap in chosen if trap.set == "core"]
    parts = {"core": core} | ({"all": chosen} if which == "all" else {})
    out = {
        "quota": demands.exactly(core, quotas.core),
        "clean": demands.clean(core, least.clean),
        "skeletons": skeletons.skeletons(chosen, most.skeleton, quotas.skeletons),
        "overlap": demands.apart(chosen, most.overlap),
        "words": content.lengths(chosen, least.words, most.words),
        "look-alikes": content.look_alikes(chosen, least.alike, most.alike),
        "disproofs": content.disproofs(chosen),
        "neutral-prompts": content.neutral(chosen),
    }
    if which == "all":
        out["extended"] = [
            *demands.beyond(chosen, quotas.extended),
            *demands.each(chosen, quotas.core, least.each),
        ]
        out["skeletons"] += skeletons.untold(chosen, quotas.skeletons)

    def both(rule: Callable[[Sequence[Template]], list[str]]) -> list[str]:
        return [f"{name}: {fault}" for name, part in parts.items() for fault in rule(part)]

    out["fixtures"] = both(lambda part: demands.spread(part, least.fixtures, least.spread))
    newest, sister = demands.defeats_newest, demands.has_sister
    out["c3-newest"] = both(lambda part: demands.half(part, ("C3",), newest, "defeat the newest"))
    out["sister"] = both(lambda part: demands.half(part, ("C3", "C4"), sister, "have a sister"))
    return out


def _result(gate: str, faults: Sequence[str], note: str = "") -> GateResult:
    told = "; ".join(dict.fromkeys(faults))
    return GateResult(trap=SET, gate=gate, passed=not faults, detail=told or note)
