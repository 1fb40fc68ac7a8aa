"""The stored audit of the trap set: read, and held against the traps as they stand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dreambench_lib.errors import BadInput
from dreambench_lib.report.places import ROOT, shown
from dreambench_lib.report.prose import Prose, say
from dreambench_lib.report.words import count
from dreambench_lib.traps.admission import template_digest
from dreambench_lib.traps.template import Template

STORED = ROOT / "results" / "trap-audit.json"
Row = dict[str, Any]
_SECTIONS = ("discrimination", "verbatim", "mutation", "overlap", "flakes", "splits")


@dataclass(frozen=True)
class TrapAudit:
    """The sections of ``results/trap-audit.json``; one that was not computed is None."""

    versions: Mapping[str, str]
    """Trap to the digest of the template that was audited."""
    seeds: int
    """Mints of each trap behind discrimination and the recall-verbatim audit."""
    discrimination: list[Row] | None
    verbatim: list[Row] | None
    mutation: list[Row] | None
    overlap: list[Row] | None
    flakes: list[Row] | None
    splits: Row | None

    def stale(self, traps: Mapping[str, Template]) -> list[str]:
        """Traps that were edited since, or never audited."""
        return [
            name for name, trap in traps.items() if self.versions.get(name) != template_digest(trap)
        ]


def read_audit(path: Path = STORED) -> TrapAudit:
    """The stored audit; without one every section is None, which tables call "not run"."""
    if not path.is_file():
        return TrapAudit({}, 0, **dict.fromkeys(_SECTIONS))
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        return TrapAudit(
            {str(name): str(digest) for name, digest in told["traps"].items()},
            int(told["seeds"]),
            **{name: told[name] for name in _SECTIONS},
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise BadInput(f"{shown(path)} is no audit of traps: make it anew") from None


def read_currency(audit: TrapAudit, traps: Mapping[str, Template]) -> Prose:
    """Whether the audit speaks of these traps as they stand."""
    if not audit.versions:
        return say("**No audit is stored**: what follows was not run.")
    stale = audit.stale(traps)
    if not stale:
        return say(
            f"The stored audit speaks of all {len(traps)} traps as they stand now, each over "
            f"{count(audit.seeds, 'mint')} where mints matter."
        )
    return say(
        f"The stored audit is older than {count(len(stale), 'trap')} of the {len(traps)}, "
        f"for one {stale[0]}: make it anew."
    )
