"""An audit of traps, printed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..traps.mutation import Mutation, unproved
from . import show

Row = dict[str, Any]
SHOWN = ("empty", "says", "hoarder", "newest-B", "verbatim-B")
LONE = "alone: "


def tables(found: Row, log: Path) -> None:
    """Print every part of an audit; its numbers are those of simulated readers."""
    _discrimination(found)
    _splits(found["splits"])
    _verbatim(found["verbatim"])
    _mutation(found)
    _flakes(found["flakes"])
    heads = ("trap", "seed", "what", "where")
    _table(f"{len(found['leaks'])} leaks", heads, found["leaks"])
    rows = [{**row, "share": f"{row['share']:.2%}"} for row in found["overlap"]]
    _table("Closest words", ("first", "second", "shared", "share", "phrase"), rows)
    if found["funnel"]:
        _table(f"Admission funnel ({log})", ("gate", "entered", "passed"), found["funnel"])
    else:
        show.console.print(f"no admission log {log}: 'dreambench traps check' writes it")


def _table(title: str, heads: Sequence[str], rows: Sequence[Row]) -> None:
    if rows:
        show.table(title, heads, [[row[head] for head in heads] for row in rows])
    else:
        show.console.print(title)


def _discrimination(found: Row) -> None:
    """Per trap and reader the mints passed; of lone notes, how many of their facts ever pass."""
    lines: dict[tuple[str, str], Row] = {}
    for row in found["discrimination"]:
        line = lines.setdefault((row["trap_id"], row["reader"]), {"notes": 0, "enough": []})
        if row["shown"] in SHOWN:
            line[row["shown"]] = f"{row['passed']}/{row['of']}"
        elif row["shown"] != f"{LONE}ordinary":
            line["notes"] += 1
            if row["passed"] == row["of"]:
                line["enough"].append(row["shown"].removeprefix(LONE))
    show.table(
        f"Mints passed with what shown (simulated readers, {found['seeds']} mints, budget "
        f"{found['budget']['items']} notes)",
        ("trap", "reader", *SHOWN, "notes", "enough alone"),
        [
            [trap, reader, *(line[name] for name in SHOWN), line["notes"], len(line["enough"])]
            for (trap, reader), line in lines.items()
        ],
    )


def _splits(splits: Row) -> None:
    told: dict[str, list[bool]] = {}
    for row in splits["rows"]:
        told.setdefault(row["agent"], []).append(row["splits"])
    title = f"Traps on which {', '.join(splits['conditions'])} split over {splits['seeds']} mints"
    rows = [{"agent": name, "split": sum(mine), "of": len(mine)} for name, mine in told.items()]
    _table(title, ("agent", "split", "of"), rows)


def _verbatim(rows: Sequence[Row]) -> None:
    """Traps by construct where one note's text holds all that the checks need."""
    told: dict[str, Row] = {}
    for row in rows:
        line = told.setdefault(
            row["construct"], {"construct": row["construct"], "traps": 0, "in one note": 0}
        )
        line["traps"] += 1
        line["in one note"] += row["whole"] == row["seeds"]
    _table("Recall-verbatim audit", ("construct", "traps", "in one note"), list(told.values()))


def _mutation(found: Row) -> None:
    idle = unproved(Mutation(**row) for row in found["mutation"])
    checks = len(found["mutation"])
    _table(f"{len(idle)} of {checks} checks are unproved", ("fault",), [{"fault": x} for x in idle])
    rows = [{**row, "checks": ", ".join(row["checks"])} for row in found["together"]]
    _table("Checks that fail only together", ("trap_id", "checks"), rows)


def _flakes(flakes: Sequence[Row] | None) -> None:
    if flakes is None:
        show.console.print("flakes: not run (--flakes 0)")
        return
    judged, flaky = sum(row["runs"] for row in flakes), [row for row in flakes if row["failed"]]
    title = f"{len(flaky)} flaky solutions ({judged} judged)"
    _table(title, ("trap", "runs", "failed", "reasons"), flaky)
