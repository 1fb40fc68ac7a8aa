"""The paper's tables, made from records alone."""

from __future__ import annotations

from typing import Any

import pandas as pd

from dreambench_lib.report.paper import Records
from dreambench_lib.report.rates import rates_table
from dreambench_lib.report.tables import Table, table


def paper_tables(records: Records) -> dict[str, Table]:
    """Write every table that the records allow to ``paper/tables/``; name -> table."""
    return {name: one.save(name) for name, one in made_tables(records).items()}


def made_tables(records: Records) -> dict[str, Table]:
    """Every table that the records allow, by name; nothing is written."""
    made: dict[str, Table] = {}
    for step, values in records.items():
        rates, family, v1 = (_frame(values.get(name)) for name in ("rates", "family", "v1"))
        if not rates.empty:
            made[f"{step}-rates"] = rates_table(rates)
        if not family.empty:
            kept = ["slot", "first", "second", "D", "b", "c", "p float", "Holm", "rejected"]
            kept += [name for name in ("status",) if name in family]
            short = family[kept].rename(columns={"p float": "p", "Holm": "Holm p"})
            made[f"{step}-family"] = table(short, p=".4f", **{"Holm p": ".4f"})
        if not v1.empty:
            kept = ["comparison", "D", "p float", "Holm", "rejected"]
            kept += [name for name in ("status",) if name in v1]
            short = v1[kept].rename(columns={"p float": "p", "Holm": "Holm p"})
            made[f"{step}-v1"] = table(short, p=".4f", **{"Holm p": ".4f"})
    return made


def record_table(records: Records) -> Table:
    """What there is: per step, how many records and where their numbers come from."""
    rows = [
        {"step": step, "numbers from": str(values.get("label", "")), "records": len(values)}
        for step, values in records.items()
    ]
    return table(pd.DataFrame(rows))


def _frame(value: Any) -> pd.DataFrame:
    return pd.DataFrame(value) if isinstance(value, list) else pd.DataFrame()
