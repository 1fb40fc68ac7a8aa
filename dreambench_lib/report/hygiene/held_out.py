"""The first run of the rules on texts kept from their authors, as a table and in sentences."""

from __future__ import annotations

import pandas as pd

from dreambench_lib.harness.hygiene.held_out import Audit, Line, read_first, rules_digest
from dreambench_lib.report.hygiene.readings import PLURAL
from dreambench_lib.report.prose import Prose, say


def held_out_audit() -> Audit:
    """The first result, as it was kept in ``results/``."""
    return read_first()


def held_out_table(audit: Audit, which: str = "all") -> pd.DataFrame:
    """Kinds down, each on ordinary and on held-out texts; in all and by construct across.

    Args:
        which: ``core`` or ``all``, the traps counted.
    """
    found: dict[tuple[str, str], dict[str, object]] = {}
    for line in _of(audit, which):
        for texts, read, of in (
            ("ordinary", line.found, line.of),
            ("held out", line.held_found, line.held_of),
        ):
            row = found.setdefault((line.kind, texts), {"kind": line.kind, "texts": texts})
            row[line.construct_id] = f"{read}/{of}"
    frame = pd.DataFrame(list(found.values()))
    codes = sorted((str(n) for n in frame if str(n)[0] == "C"), key=lambda code: int(code[1:]))
    return frame[["kind", "texts", "all", *codes]].fillna("")


def read_held_out(audit: Audit, which: str = "all") -> Prose:
    """What part of the facts the rules read in texts their authors had not seen, and in others."""
    told = [
        f"{PLURAL[line.kind]} {line.held_found} of {line.held_of} "
        f"({line.held_found / line.held_of:.0%}, on ordinary texts {line.found / line.of:.0%})"
        for line in _of(audit, which)
        if line.construct_id == "all"
    ]
    same = audit.rules == rules_digest()
    return say(
        f"Read in {audit.notes} held-out texts of {audit.traps} traps: {', '.join(told)}.",
        "The rules are still the ones of that run."
        if same
        else "The rules have been changed since: these are counts of the former ones.",
    )


def _of(audit: Audit, which: str) -> list[Line]:
    return [line for line in audit.lines if line.set == which]
