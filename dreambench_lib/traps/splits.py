"""On how many traps do conditions split? From a run's cells; reported, never selected on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple


class Split(NamedTuple):
    """How one trap went under one agent."""

    trap_id: str
    agent: str
    passed: tuple[tuple[str, int, int], ...]
    """(condition, passed, seeds), sorted by condition; cells that stopped early do not count."""

    @property
    def splits(self) -> bool:
        """Whether any two conditions passed a different share of seeds."""
        return len({Fraction(passed, of) for _, passed, of in self.passed if of}) > 1


def splits(cells: Iterable[Mapping[str, Any]]) -> list[Split]:
    """One line per trap and agent.

    Args:
        cells: Rows of ``cells.csv`` (condition, agent, trap_id, seed, passed, failed_party), e.g.
            ``frame.to_dict("records")``.
    """
    counts: dict[tuple[str, str], dict[str, list[int]]] = {}
    for row in cells:
        party = row.get("failed_party")
        if isinstance(party, str) and party:
            continue
        mine = counts.setdefault((str(row["trap_id"]), str(row["agent"])), {})
        tally = mine.setdefault(str(row["condition"]), [0, 0])
        tally[0] += int(row["passed"])
        tally[1] += 1
    return [
        Split(trap, agent, tuple((name, *found[name]) for name in sorted(found)))  # type: ignore[misc]
        for (trap, agent), found in counts.items()
    ]


def split_share(found: Iterable[Split], agent: str) -> tuple[int, int]:
    """(traps on which conditions split, traps) for one agent."""
    mine = [split for split in found if split.agent == agent]
    return sum(split.splits for split in mine), len(mine)


RULES = ("empty", "newest-B", "verbatim-B")
"""The simple memories of the discrimination table: nothing, the newest notes, the closest ones."""


def splits_of_rules(lines: Iterable[Mapping[str, Any]], seeds: int) -> dict[str, Any]:
    """The same for the audit's simple memories, from the rows of its discrimination table.

    They are no conditions. What conditions do is in a run's cells (`splits`).
    """
    cells = [
        {
            "trap_id": line["trap_id"],
            "agent": f"reader-{line['reader']}",
            "condition": line["shown"],
            "passed": seed < line["passed"],
        }
        for line in lines
        if line["shown"] in RULES
        for seed in range(line["of"])
    ]
    rows = [
        {**split._asdict(), "passed": [list(one) for one in split.passed], "splits": split.splits}
        for split in splits(cells)
    ]
    return {"seeds": seeds, "conditions": list(RULES), "rows": rows}
