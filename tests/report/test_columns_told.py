"""What ``?`` says of a table in a notebook is what the table has."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pandas as pd
import pytest

from dreambench_lib.report import notebook as db

TABLES: dict[str, Callable[[db.Frames], pd.DataFrame]] = {
    "pass_rates": db.pass_rates,
    "construct_rates": db.construct_rates,
    "run_profile": db.run_profile,
    "what_was_shown": db.what_was_shown,
    "trap_table": lambda _: db.trap_table(db.trap_set("core")),
    "quota_table": lambda _: db.quota_table(db.trap_set("core")),
    "gate_table": lambda _: db.gate_table(db.trap_set("core")),
    "funnel_table": lambda _: db.funnel_table(),
    "v1_table": lambda _: db.v1_table(db.load("published")),
    "beside_printed_intervals": lambda _: db.beside_printed_intervals(
        db.pass_rates(db.load("published"))
    ),
}


def told(name: str) -> list[str]:
    text = " ".join((inspect.getdoc(getattr(db, name)) or "").split())
    found = re.search(r"Columns: ([^.:]*)[.:]", text)
    assert found is not None, name
    return found[1].split(", ")


@pytest.mark.parametrize("name", TABLES)
def test_the_columns_are_those_that_are_told(name: str, run_folder: Path) -> None:
    assert list(TABLES[name](db.load(run_folder)).columns) == told(name)


def test_the_columns_of_a_study_too(study_folder: Path) -> None:
    table = db.pressure_table(db.load_study(study_folder))
    assert list(table.columns) == told("pressure_table")


@pytest.mark.parametrize("name", db.__all__)
def test_every_name_of_a_notebook_says_what_it_is(name: str) -> None:
    thing: Any = getattr(db, name)
    if isinstance(thing, ModuleType) or callable(thing):
        said = (inspect.getdoc(thing) or "").splitlines()
        assert said
        assert said[0].endswith((".", ":", ";")) or len(said) > 1
        assert not said[0].startswith(f"{name}(")  # a dataclass's own signature is no description
