"""The audit's tables: who passes with what shown, what each check catches, what traps share."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from dreambench_lib.report.trap_audit import Row, TrapAudit
from dreambench_lib.report.words import block, natural
from dreambench_lib.traps.template import Template

SHOWN = {
    "empty": "nothing",
    "says": "governing facts",
    "hoarder": "every note",
    "newest-B": "newest notes",
    "verbatim-B": "closest notes",
    "alone": "one note alone",
}
"""What an agent is shown, in a word or two; `newest-B` and `verbatim-B` keep to the budget."""
READERS = ("literal", "careful", "linking")


def discrimination_rows(audit: TrapAudit, traps: Mapping[str, Template]) -> pd.DataFrame:
    """Trap by what is shown and reader: mints passed. ``alone`` is the best single note.

    Empty where the audit holds none of these traps.
    """
    found: dict[tuple[str, str, str], Row] = {}
    for line in audit.discrimination or ():
        name, reader = str(line["trap_id"]), str(line["reader"])
        what = "alone" if str(line["shown"]).startswith("alone: ") else str(line["shown"])
        if name not in traps or what not in SHOWN or reader not in READERS:
            continue
        rate = line["passed"] / line["of"]
        known = found.get((name, what, reader))
        if known is None or rate > known["rate"]:
            note = str(line["shown"]).removeprefix("alone: ") if what == "alone" else ""
            counts = {"passed": line["passed"], "of": line["of"], "rate": rate, "note": note}
            trap = {"trap_id": name, "construct": line["construct"]}
            found[name, what, reader] = {**trap, "shown": what, "reader": reader, **counts}
    heads = ["trap_id", "construct", "shown", "reader", "passed", "of", "rate", "note"]
    table = pd.DataFrame(list(found.values()), columns=heads)
    table["block"] = [block(str(name)) for name in table["construct"]]
    place = {name: number for number, name in enumerate(traps)}
    return table.sort_values("trap_id", key=lambda ids: ids.map(place), kind="stable").reset_index(
        drop=True
    )


def discrimination_table(rows: pd.DataFrame) -> pd.DataFrame:
    """One row a trap; a field holds the three readers' shares of mints in turn.

    ``all`` or ``–`` (none), else a fraction; and which note does it where one alone is enough.
    """
    found: dict[str, Row] = {}
    for line in rows.to_dict("records"):
        row = found.setdefault(line["trap_id"], {"trap": line["trap_id"]})
        name, share = SHOWN[line["shown"]], _share(line["passed"], line["of"])
        row[name] = f"{row[name]} · {share}" if name in row else share
        if line["reader"] == "careful" and line["shown"] == "alone":
            row["which note"] = line["note"] if line["passed"] else ""
    heads = ["trap", *SHOWN.values(), "which note"]
    return pd.DataFrame(list(found.values()), columns=heads).fillna("")


def _share(passed: int, of: int) -> str:
    return "all" if passed == of else f"{passed}/{of}" if passed else "–"


def shown_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Per block, what is shown and reader: traps passed in every mint, in some, in none."""
    found = []
    for (side, what, reader), part in rows.groupby(["block", "shown", "reader"], sort=False):
        every, none = int((part["rate"] == 1).sum()), int((part["rate"] == 0).sum())
        found.append(
            {
                "block": side,
                "shown": SHOWN[str(what)],
                "reader": reader,
                "traps": len(part),
                "passed always": every,
                "sometimes": len(part) - every - none,
                "never": none,
            }
        )
    order = {name: place for place, name in enumerate([*SHOWN.values(), *READERS])}
    table = pd.DataFrame(found)
    if table.empty:
        return table
    keys = table["shown"].map(order) * 10 + table["reader"].map(order)
    hurts = table["block"] == "hurts"
    return table.loc[(keys + 1000 * hurts).sort_values(kind="stable").index].reset_index(drop=True)


def mutation_lines(audit: TrapAudit, traps: Mapping[str, Template]) -> list[Row]:
    """The rows about these traps' checks, and about the warm-ups of their fixtures."""
    names = {*traps, *(trap.fixture.name for trap in traps.values())}
    return [line for line in audit.mutation or () if line["trap_id"] in names]


def mutation_table(audit: TrapAudit, traps: Mapping[str, Template]) -> pd.DataFrame:
    """Per kind of check: how many, that solutions pass, that some mutant makes fail."""
    mine = mutation_lines(audit, traps)
    kinds = sorted({str(line["kind"]) for line in mine})
    return pd.DataFrame(
        {
            "kind": kind,
            "checks": len(part),
            "solution passes": sum(bool(line["solution"]) for line in part),
            "a mutant fails it": sum(line["killed"] > 0 for line in part),
            "never alone": sum(bool(line["together"]) for line in part),
        }
        for kind in kinds
        for part in [[line for line in mine if line["kind"] == kind]]
    )


def together_table(audit: TrapAudit, traps: Mapping[str, Template]) -> pd.DataFrame:
    """Groups of checks that fail under exactly the same mutants: as many proofs as one of them."""
    groups = {
        (str(line["trap_id"]), tuple(sorted([str(line["check"]), *line["together"]], key=natural)))
        for line in mutation_lines(audit, traps)
        if line["together"]
    }
    place = {name: number for number, name in enumerate(traps)}
    rows = sorted(groups, key=lambda group: (place.get(group[0], len(place)), group))
    return pd.DataFrame(
        [(trap, ", ".join(names)) for trap, names in rows],
        columns=["trap, or fixture of a warm-up", "checks that fail only together"],
    )


def verbatim_table(audit: TrapAudit, traps: Mapping[str, Template]) -> pd.DataFrame:
    """Per construct: traps whose needed texts all stand in one note, and that one note passes."""
    mine = [line for line in audit.verbatim or () if line["trap_id"] in traps]
    constructs = sorted({str(line["construct"]) for line in mine}, key=natural)
    return pd.DataFrame(
        {
            "construct": construct,
            "traps": len(part),
            "one note holds all": sum(line["whole"] == line["seeds"] > 0 for line in part),
            **{
                f"one note passes, {name}": sum(
                    line[f"alone_{name}"] == line["seeds"] for line in part
                )
                for name in READERS
                if all(f"alone_{name}" in line for line in part)
            },
        }
        for construct in constructs
        for part in [[line for line in mine if line["construct"] == construct]]
    )


def overlap_table(audit: TrapAudit, most: int = 8) -> pd.DataFrame:
    """The pairs of traps whose words are closest."""
    heads = ["first", "second", "shared", "share", "phrase"]
    table = pd.DataFrame(audit.overlap or (), columns=heads).head(most)
    names = {"shared": "five-word runs shared", "share": "of the smaller trap's"}
    return table.rename(columns={**names, "phrase": "longest run"})
