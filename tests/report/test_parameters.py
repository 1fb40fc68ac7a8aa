"""A wrong parameter stops a notebook before anything is computed, in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.report.parameters import refuse_unknown, validate
from dreambench_lib.report.record import record, recorded


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"sorce": "published"}, "unknown parameter 'sorce': did you mean 'source'?"),
        ({"source": "publishd"}, "unknown source 'publishd': did you mean 'published'?"),
        ({"source": 3}, "parameter source is 3"),
        ({"run": "nope"}, "unknown source 'nope'"),
        ({"source": "published", "first": "DF-hybird"}, "did you mean 'DF-hybrid'"),
        ({"source": "published", "conditions": ["B5", "B55"]}, "condition in published 'B55'"),
        ({"source": "published", "conditions": "B5"}, "give a list"),
        ({"source": "published", "agent": "codex"}, "(one of: published)"),
        ({"source": "published", "trap": "config"}, "unknown trap in published 'config'"),
        ({"source": "published", "seeds": [1, 4]}, "unknown seed in published '4'"),
        ({"seeds": [True]}, "give whole numbers"),
        ({"conditions": ["B6x"]}, "unknown condition 'B6x'"),
        ({"agents": ["reader-carefull"]}, "did you mean 'reader-careful'"),
        ({"alpha": 1}, "parameter alpha is 1"),
        ({"out": "../elsewhere"}, "give a plain name"),
    ],
)
def test_each_wrong_parameter_has_its_sentence(parameters: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput) as fault:
        validate(**parameters)
    assert sentence in str(fault.value)
    assert "\n" not in str(fault.value)


def test_right_parameters_pass_and_start_new_records(run_folder: Path) -> None:
    record("old", 1)
    validate(source=str(run_folder), first="B5", second="B0", agent=None, seeds=[1, 3], alpha=0.05)
    assert recorded() == {}


def test_papermill_would_only_warn() -> None:
    with pytest.raises(BadInput, match="unknown parameter of 04-tests 'frist'"):
        refuse_unknown(["source", "frist"], ["source", "first"], "04-tests")
    refuse_unknown(["source"], ["source", "first"], "04-tests")
