"""`dreambench traps check`: every gate on every trap, and the quotas of the set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import BadInput
from .trap_options import LOG, AsJson, Ids, Key, Log, Set, Workers, chosen

if TYPE_CHECKING:
    from ..traps.bench import GateResult
    from ..traps.template import Template

EXAMPLE = "Example:  dreambench traps check C3-withdrawn --seeds 5"


def check(
    context: typer.Context,
    ids: Ids = None,
    which: Set = "all",
    seeds: Annotated[int, typer.Option(min=1, help="How many mints of each trap.")] = 20,
    key: Key = None,
    texts_only: Annotated[
        bool, typer.Option("--texts-only", help="Only lints of words; no sandbox.")
    ] = False,
    log: Log = LOG,
    workers: Workers = 2,
    as_json: AsJson = False,
) -> None:
    """Run every gate, proof and lint; exit 1 if any trap fails. Every verdict is logged.

    Without ids the set's quotas are judged, too (traps/set.toml).
    """
    from ..harness.admit import check_all
    from ..traps.admission import admitted, append
    from ..traps.keys import fresh_key, parse_key
    from ..traps.load import ROOT
    from ..traps.places import places
    from ..traps.quotas import read_quotas, set_gates
    from ..traps.set_places import set_places
    from ..traps.variants import base_id
    from . import show

    traps = chosen(context.obj, ids or (), which)
    if not traps:
        raise BadInput("there is no trap to check: write one, see traps/FORM.md")
    root: Path = context.obj or ROOT
    key = key or fresh_key()
    parse_key(key)
    quotas = read_quotas(root)
    results: dict[str, list[GateResult]] = {}
    with show.progress() as bar:
        task = bar.add_task("traps", total=len(traps), note="")
        for name, verdicts in check_all(traps, key, seeds, not texts_only, workers):
            append(log, traps[name], seeds, verdicts)
            results[name] = [
                v
                if v.passed
                else v.model_copy(update={"where": places(root / base_id(name), v.detail)})
                for v in verdicts
            ]
            bar.update(task, advance=1, note=name)
    everything = [v for name in traps for v in results[name]]
    if not ids:
        everything += [
            v if v.passed else v.model_copy(update={"where": set_places(root, v.gate, v.detail)})
            for v in set_gates(traps.values(), quotas, which)
        ]
    if as_json:
        show.as_json({"key": key, "results": [v.model_dump() for v in everything]})
    else:
        _print(everything, traps, key)
    if not admitted(everything):
        raise typer.Exit(1)


def _print(results: Sequence[GateResult], traps: Mapping[str, Template], key: str) -> None:
    from . import show

    rows = []
    for name in traps:
        mine = [v for v in results if v.trap == name]
        bad = [v.gate for v in mine if not v.passed]
        recorded = "; ".join(f"{v.gate}: {v.detail}" for v in mine if v.gate == "hoarder")
        rows.append([name, f"{len(mine) - len(bad)}/{len(mine)}", ", ".join(bad), recorded])
    show.table("Admission", ("trap", "passed", "failed", "recorded"), rows)
    of_set = [v for v in results if v.trap not in traps]
    if of_set:
        told = [[v.gate, "passed" if v.passed else "failed", v.detail] for v in of_set]
        show.table("The set", ("gate", "verdict", "detail"), told)
    if failed := [v for v in results if not v.passed]:
        faults = [[v.trap, v.gate, v.detail, v.where] for v in failed]
        show.table(f"Failures (key {key})", ("trap", "gate", "detail", "where"), faults)
