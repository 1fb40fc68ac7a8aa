"""Everything hygiene says of a run, as tables beside its sealed ones, made once and read often.

They are no part of the seal: `derived.json` says which sealed root they were made from and what
their bytes were, so that tables of another run, or edited ones, are refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from dreambench_lib.canonical import sha256
from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.score.policies import EXCLUDE
from dreambench_lib.harness.folder import manifest
from dreambench_lib.harness.hygiene.ablations import Difference, differences, pairs
from dreambench_lib.harness.hygiene.extraction import Share, readings, shares
from dreambench_lib.harness.hygiene.fama import judge_free_fama
from dreambench_lib.harness.hygiene.profile import Profile, hygiene
from dreambench_lib.harness.hygiene.rates import Rate
from dreambench_lib.harness.hygiene.repairs import Repair, repair_rates, repairs
from dreambench_lib.harness.hygiene.scored import Tables
from dreambench_lib.harness.hygiene.validity import Verdict, validity
from dreambench_lib.records import Budget
from dreambench_lib.stats import BLOCKS
from dreambench_lib.traps.keys import parse_key
from dreambench_lib.traps.load import load_traps

RECEIPT = "derived.json"
Derived = Mapping[str, pd.DataFrame]
"""By name: hygiene, fama, repairs, ablations, validity, extraction."""
Tick = Callable[[str], None]
LEVEL = 0.95


def derive(
    tables: Tables, folder: Path, tick: Tick = lambda what: None, root: Path | None = None
) -> Derived:
    """Every table, from a sealed run.

    Args:
        tables: The run's tables (`report.load`).
        folder: Its folder: repair is asked of the stores, which are lived through again.
        tick: Called with the name of each piece of work that is done.
        root: The folder of a run's private traps.
    """
    head = manifest(folder)
    plan = head["plan"]
    assert isinstance(plan, dict)
    traps = [trap for trap in load_traps(root).values() if trap.id in set(plan["traps"])]
    budget = Budget.model_validate(plan["budget"])
    conditions = list(dict.fromkeys(tables.cells["condition"]))
    block_of = {
        trap.id: next(b for b, codes in BLOCKS.items() if trap.construct_id in codes)
        for trap in traps
    }
    out: dict[str, pd.DataFrame] = {}
    agents = sorted(tables.cells["agent"].unique())
    blocks = [b for b in BLOCKS if _any_of(tables, b)]
    found = repairs(folder, conditions, root, lambda: tick("store"))
    mended = {
        block: repair_rates((one for one in found if block_of[one.trap_id] == block), conditions)
        for block in blocks
    }
    out["hygiene"] = pd.concat(
        [
            profile_rows(_with(hygiene(tables, block, budget, agent), mended[block]), tick)
            for agent in agents
            for block in blocks
        ],
        ignore_index=True,
    )
    out["fama"] = pd.DataFrame(
        {"agent": agent, "block": block, **_exact(row._asdict())}
        for agent in agents
        for block in blocks
        for row in judge_free_fama(tables, block, EXCLUDE, agent)
    )
    out["repairs"] = _frame(Repair, found)
    rows = [row for one, full in pairs(conditions) for row in differences(tables, one, full)]
    out["ablations"] = _frame(Difference, rows)
    out["validity"] = _frame(Verdict, validity(tables, traps))
    out["extraction"] = _frame(Share, shares(readings(traps, parse_key(str(head["key"])))))
    return out


def _with(profile: Profile, more: Mapping[str, Mapping[str, Rate]]) -> Profile:
    return profile._replace(
        rates={
            condition: {**rates, **more[condition]} for condition, rates in profile.rates.items()
        }
    )


def profile_rows(profile: Profile, tick: Tick = lambda what: None) -> pd.DataFrame:
    """A profile with exact intervals; what is missing is undefined."""
    rows = []
    for condition, rates in profile.rates.items():
        for metric, rate in rates.items():
            ends = rate.interval(LEVEL)
            rows.append(
                {
                    "agent": profile.agent,
                    "block": profile.block,
                    "condition": condition,
                    "metric": metric,
                    "share": None if rate.value is None else float(rate.value),
                    "low": float(ends.low) if ends else None,
                    "high": float(ends.high) if ends else None,
                    "numerator": rate.numerator,
                    "denominator": rate.denominator,
                    "lists_nothing": condition in profile.silent,
                }
            )
            tick("interval")
    return pd.DataFrame(rows).astype(dict.fromkeys(_NUMBERS, "Float64"))


def write(folder: Path, derived: Derived) -> None:
    """``NAME.csv`` for each, then the receipt."""
    files = {}
    for name, frame in derived.items():
        data = frame.to_csv(index=False, lineterminator="\n").encode()
        (folder / f"{name}.csv").write_bytes(data)
        files[name] = sha256(data)
    head = {"root": manifest(folder)["root"], "files": files}
    (folder / RECEIPT).write_text(json.dumps(head, indent=1, sort_keys=True) + "\n", "utf-8")


def read(folder: Path) -> Derived | None:
    """What was derived of the run in a folder; None where nothing was."""
    if not (folder / RECEIPT).is_file():
        return None
    head = json.loads((folder / RECEIPT).read_text(encoding="utf-8"))
    remedy = f"make them anew with 'dreambench hygiene derive {folder.name}'"
    if head["root"] != manifest(folder)["root"]:
        raise BadInput(f"the hygiene tables in {folder.name} are of another run: {remedy}")
    out = {}
    for name, digest in head["files"].items():
        path = folder / f"{name}.csv"
        if not path.is_file() or sha256(path.read_bytes()) != digest:
            raise BadInput(f"{path.name} in {folder.name} is not as it was made: {remedy}")
        kept = pd.read_csv(path, keep_default_na=False, na_values={n: [""] for n in _NUMBERS})
        out[name] = kept.astype({n: "Float64" for n in _NUMBERS if n in kept})
    return out


_NUMBERS = ("share", "low", "high")


def _any_of(tables: Tables, block: str) -> bool:
    return bool(tables.traps["construct"].isin(BLOCKS[block]).any())


def _exact(row: dict[str, Any]) -> dict[str, Any]:
    """Fractions as text, so that nothing is rounded in the file."""
    shares = ("fama", "mpa", "faa", "pass_at_1")
    return {k: ("" if v is None else str(v)) if k in shares else v for k, v in row.items()}


def _frame(kind: Any, rows: Iterable[Any]) -> pd.DataFrame:
    return pd.DataFrame(list(rows), columns=list(kind._fields))


__all__ = ["derive", "profile_rows", "read", "write"]
