"""Parts of the frozen run as sealed runs of their own, and what a hostile party would write."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from dreambench_lib.harness.folder import manifest
from dreambench_lib.harness.hygiene.relive import sealed_cells
from dreambench_lib.harness.plan import Plan
from dreambench_lib.harness.receipts import written
from dreambench_lib.harness.sealed_files import write_sealed
from dreambench_lib.harness.trap_set import trap_set_digest
from dreambench_lib.records import CellKey, CellRecord
from dreambench_lib.report.places import ROOT
from dreambench_lib.traps.load import load_traps

FROZEN = ROOT / "results" / "offline-60"
CONDITIONS = ("B0", "B5", "DF-hybrid-rules")
TRAPS = ("C1-envelope", "C3-withdrawn", "C9-upload", "C10-foreign")
Change = Callable[[CellRecord], CellRecord]

HOSTILE = (
    "</script><script>window.OWNED = 1</script><img src=x onerror='window.OWNED = 2'>"
    "<style>*{display:none}</style><a href='javascript:window.OWNED=3'>x</a>"
    " \u202eright to left\u202c \u2066x\u2069 \x1b[31mred\x07 \x00 \u200b\u2028 שלום {{ 7 * 7 }} "
    "${window.OWNED = 4} ]]> --> <!--"
)


def part(
    folder: Path,
    change: Change = lambda record: record,
    *,
    conditions: tuple[str, ...] = CONDITIONS,
    traps: tuple[str, ...] = TRAPS,
) -> tuple[Plan, list[CellRecord]]:
    """Seal some of the frozen run's cells, changed, as a run in `folder`."""
    head = manifest(FROZEN)
    known = load_traps()
    whole = Plan.model_validate(head["plan"])
    plan = whole.model_copy(
        update={
            "conditions": conditions,
            "agents": ("reader-careful",),
            "traps": traps,
            "trap_set": trap_set_digest([known[trap] for trap in traps], whole.dials),
        }
    )
    records = [change(_frozen()[key]) for key in plan.cells()]
    folder.mkdir(parents=True)
    write_sealed(plan, str(head["key"]), written(records), None, folder)
    return plan, records


def hostile(record: CellRecord) -> CellRecord:
    """The record as an agent, a memory and a note's author who mean harm would have it."""
    last = record.sessions[-1]
    work = last.work.model_copy(update={"output": HOSTILE, "error": HOSTILE})
    recalls = tuple(
        item.model_copy(update={"text": HOSTILE, "decision": HOSTILE, "sources": (HOSTILE,)})
        for item in last.recalls
    )
    notes = tuple(
        note.model_copy(update={"text": HOSTILE, "author": HOSTILE, "about": HOSTILE})
        for note in record.sessions[0].notes
    )
    checks = tuple(
        check.model_copy(update={"reason": HOSTILE, "passed": False})
        for check in last.verdict.checks
    )
    last = last.model_copy(
        update={
            "work": work,
            "recalls": recalls,
            "context": HOSTILE,
            "verdict": last.verdict.model_copy(update={"checks": checks}),
            "diff": ({"path": "a.py", "kind": "file", "text": HOSTILE},),
            "faults": {HOSTILE: 1},
        }
    )
    first = record.sessions[0].model_copy(update={"notes": notes})
    return record.model_copy(update={"sessions": (first, *record.sessions[1:-1], last)})


def excluded(record: CellRecord) -> CellRecord:
    """One cell that is no outcome, and one that never began."""
    if record.key == ("B5", "reader-careful", "C1-envelope", 2):
        return record.model_copy(update={"failed_party": "infra", "detail": "the disk was full"})
    if record.key == ("B0", "reader-careful", "C9-upload", 3):
        return CellRecord(key=record.key, failed_party="referee", detail="no sandbox")
    return record


@cache
def _frozen() -> dict[CellKey, CellRecord]:
    """The frozen cells that these tests are about: the log is read once."""
    wanted = Plan.model_validate(manifest(FROZEN)["plan"]).model_copy(
        update={"conditions": (*CONDITIONS, "B1"), "agents": ("reader-careful",), "traps": TRAPS}
    )
    return sealed_cells(FROZEN, wanted.cells())
