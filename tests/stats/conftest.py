"""The committed published fold, as every test of this room reads it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import settings

from dreambench_lib.stats import attach_traps

settings.register_profile("untimed", deadline=None)  # a busy machine fails no test
settings.load_profile("untimed")

PUBLISHED = Path(__file__).parents[2] / "results" / "published"


@pytest.fixture(scope="session")
def figures() -> dict[str, Any]:
    return json.loads((PUBLISHED / "figures.json").read_text())


@pytest.fixture(scope="session")
def traps() -> pd.DataFrame:
    return pd.read_csv(PUBLISHED / "traps.csv")


@pytest.fixture(scope="session")
def cells(traps: pd.DataFrame) -> pd.DataFrame:
    return attach_traps(pd.read_csv(PUBLISHED / "cells.csv"), traps)
