"""`dreambench compare`: two conditions on the same cells, exactly and clustered by trap."""

from __future__ import annotations

from typing import Any

import typer

from . import show


def register(app: typer.Typer) -> None:
    app.command("compare", epilog=EXAMPLE)(compare)


EXAMPLE = (
    "Examples:  dreambench compare published DF-hybrid B5   |   "
    "dreambench compare runs/mine mine:Newest B5 --with offline-60   |   "
    "dreambench compare mine.csv new old --columns cluster=task,score=passed --missing unpaired"
)


def compare(
    source: str = typer.Argument(
        help="published, a run's name or folder; or others' outcomes: CSV, parquet, Inspect logs, "
        "a Harbor job folder."
    ),
    first: str = typer.Argument(help="Condition, or system."),
    second: str = typer.Argument(help="Condition it is compared with."),
    agent: str | None = typer.Option(None, help="Agent, where the source has several."),
    clusters: str = typer.Option("trap", help="What clusters: trap, or variant (with a caution)."),
    missing: str | None = typer.Option(
        None,
        help="What to do about missing cells: refuse, complete-pairs, common-seeds, drop-clusters, "
        "unpaired, worst-case.",
    ),
    columns: str | None = typer.Option(
        None, help="Others' outcomes: ROLE=NAME of system, cluster, replicate, score; with commas."
    ),
    beside: str | None = typer.Option(
        None, "--with", help="Another run, on the same mint, that the second condition is from."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print as JSON."),
) -> None:
    """Exact sign-flip test over traps, with per-seed, pooled and majority sensitivity.

    On own runs there are two blocks, traps that need memory (C1-C8) and traps where memory can
    only hurt (C9, C10), and never a total. Variants of a trap count as further seeds of it;
    '--clusters variant' makes each a cluster, and says when that may be done.
    """
    from ..errors import unknown
    from ..report.clusters import CLUSTERS
    from ..report.comparing import compare_source

    kind = next((name for name in CLUSTERS if name == clusters), None)
    if kind is None:
        raise unknown("kind of cluster", clusters, CLUSTERS)
    result = compare_source(
        source, first, second, agent, kind, missing=missing, columns=_columns(columns),
        beside=beside,
    )  # fmt: skip
    if as_json:
        show.as_json(result)
        return
    blocks = ["needs", "hurts"]
    rows = [_row("all", result)] if "D" in result else []
    rows += [_row(block, result[block]) for block in blocks if result.get(block)]
    show.table(
        f"{result['label']}: {first} against {second} ({result['agent']})",
        ["traps", "D", "b", "c", "clusters", "p", "p exact", "pooled p", "majority p", "status"],
        rows,
    )
    for line in result.get("warm_up", ()):
        show.console.print(f"warm-up of B0: {line}")
    if result["excluded"]:
        show.console.print(f"{result['excluded']} cells stopped early and are left out")
    for name, block in [("", result), *((name, result.get(name) or {}) for name in blocks)]:
        for line in _said(name, block):
            show.console.print(line)
    if result["note"]:
        show.console.print(result["note"])
    show.console.print(
        "D: cells won minus lost; p: exact two-sided sign-flip over traps. "
        "A large p is a failure to reject, never evidence of equivalence."
    )
    if any("exploratory" in str(row[-1]) for row in rows):
        show.console.print(_WHY[result["plan"] is not None])


_WHY = {
    True: "exploratory: the frozen plan of these outcomes does not name this analysis.",
    False: "exploratory: these outcomes carry no frozen plan (dreambench plan freeze).",
}


def _said(name: str, block: dict[str, Any]) -> list[str]:
    """The interval with its assumption, and the rule for missing cells with its own."""
    lines = []
    where = f"{name}: " if name else ""
    interval = block.get("interval") or {}
    if "estimate" in interval:
        low, high = (
            "unbounded" if interval[end] is None else f"{interval[end]:+.3f}"
            for end in ("low", "high")
        )
        lines.append(
            f"{where}difference per pair {interval['estimate']:+.3f}, 95 % interval {low} to "
            f"{high}; assumes that {interval['assumes']}"
        )
    if block.get("missing"):
        lines.append(
            f"{where}{block['missing']} cells are missing; rule {block['missing_rule']}, "
            f"which assumes {block['missing_assumes']}"
        )
    if "bounds" in block:
        (low, high), (least, most) = block["bounds"]["D"], block["bounds"]["p"]
        lines.append(f"{where}over all ways to fill them D is {low} to {high}, p {least:.4g} to "
                     f"{most:.4g}")  # fmt: skip
    return lines


def _columns(text: str | None) -> dict[str, str] | None:
    from ..errors import BadInput

    found = {}
    for word in show.words(text) or []:
        role, sign, name = word.partition("=")
        if not sign or not name:
            raise BadInput(f"--columns {word!r} is not ROLE=NAME: write e.g. cluster=task")
        found[role] = name
    return found or None


def _row(name: str, block: dict[str, Any]) -> list[object]:
    return [
        name, block["D"], block["b"], block["c"], block["clusters"],
        f"{block['p']:.4g}", _short(block["p_exact"]),
        *(f"{block[p]:.4g}" if p in block else "–" for p in ("pooled_p", "majority_p")),
        block["status"],
    ]  # fmt: skip


def _short(fraction: str) -> str:
    return fraction if len(fraction) <= 25 else f"{fraction[:10]}…{fraction[-10:]}"
