"""Values leave as records: exact, once, and nothing that JSON cannot hold."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.report.record import (
    MIME,
    record,
    recorded,
    records,
    start_records,
    write_records,
)


@pytest.fixture(autouse=True)
def _fresh() -> None:
    start_records()


def test_fractions_stay_exact_also_inside_lists() -> None:
    record("p", Fraction(271801, 524288))
    record("all", [Fraction(1), {"q": Fraction(1, 3)}])
    assert recorded() == {"p": "271801/524288", "all": ["1/1", {"q": "1/3"}]}


def test_the_same_value_again_is_fine_another_is_not() -> None:
    record("n", 3)
    record("n", 3)
    with pytest.raises(BadInput, match="'n' has the value 3 and cannot become 4"):
        record("n", 4)


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), np.int64(3), pd.DataFrame(), {1, 2}, b"x", object()]
)
def test_what_json_has_no_word_for_is_refused(value: object) -> None:
    with pytest.raises(BadInput, match="JSON cannot hold"):
        record("x", value)
    assert recorded() == {}


def test_records_come_back_from_a_notebook_and_from_json(tmp_path: Path) -> None:
    book = {"cells": [{"outputs": [{"data": {MIME: {"name": "p", "value": "1/2"}}}]}, {}]}
    (tmp_path / "a.ipynb").write_text(json.dumps(book), encoding="utf-8")
    write_records({"p": "1/2"}, tmp_path / "a.json")
    assert records(tmp_path / "a.ipynb") == records(tmp_path / "a.json") == {"p": "1/2"}


def test_no_records_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="run its notebook first"):
        records(tmp_path / "none.json")
