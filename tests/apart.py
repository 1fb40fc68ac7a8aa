"""What tests need that is installed apart: skipped with a reason, or required."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dreambench_lib.apart import folder, ready

REQUIRED = "DREAMBENCH_REQUIRE_APART"


def needs(name: str) -> Path:
    """The folder of `name`; the test is skipped where it is not installed."""
    if not ready(name):
        why = f"{name} is not installed: dreambench install {name}"
        if os.environ.get(REQUIRED):
            pytest.fail(why)
        pytest.skip(why)
    return folder(name)
