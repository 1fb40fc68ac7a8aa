"""`dreambench compare`: two conditions on the same cells, exactly and clustered by trap."""

from __future__ import annotations

from typing import Any

import typer

from . import show


def register(app: typer.Typer) -> None:
    app.command("compare", epilog="Example:  dreambench compare published DF-hybrid B5")(compare)


def compare(
    source: str = typer.Argument(help="published, a run's name, or a run folder."),
    first: str = typer.Argument(help="Condition."),
    second: str = typer.Argument(help="Condition it is compared with."),
    agent: str | None = typer.Option(None, help="Agent, where the source has several."),
    as_json: bool = typer.Option(False, "--json", help="Print as JSON."),
) -> None:
    """Exact sign-flip test over traps, with per-seed, pooled and majority sensitivity.

    On own runs there are two blocks, traps that need memory (C1-C8) and traps where memory can
    only hurt (C9, C10), and never a total.
    """
    from ..report.comparing import compare_source

    result = compare_source(source, first, second, agent)
    if as_json:
        show.as_json(result)
        return
    blocks = ["needs", "hurts"]
    rows = [_row("all", result)] if "D" in result else []
    rows += [_row(block, result[block]) for block in blocks if result.get(block)]
    show.table(
        f"{result['label']}: {first} against {second} ({result['agent']})",
        ["traps", "D", "b", "c", "clusters", "p", "p exact", "pooled p", "majority p"],
        rows,
    )
    if result["excluded"]:
        show.console.print(f"{result['excluded']} cells stopped early and are left out")
    show.console.print(
        "D: cells won minus lost; p: exact two-sided sign-flip over traps. "
        "A large p is a failure to reject, never evidence of equivalence."
    )


def _row(name: str, block: dict[str, Any]) -> list[object]:
    return [
        name, block["D"], block["b"], block["c"], block["clusters"],
        f"{block['p']:.4g}", _short(block["p_exact"]),
        f"{block['pooled_p']:.4g}", f"{block['majority_p']:.4g}",
    ]  # fmt: skip


def _short(fraction: str) -> str:
    return fraction if len(fraction) <= 25 else f"{fraction[:10]}…{fraction[-10:]}"
