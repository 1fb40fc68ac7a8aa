"""The table of conditions: one entry each, with what it means and how it departs from the paper."""

from __future__ import annotations

from dreambench_lib.memory.table.ablations import ABLATIONS
from dreambench_lib.memory.table.baselines import BASELINES
from dreambench_lib.memory.table.controls import CONTROLS
from dreambench_lib.memory.table.entry import Condition
from dreambench_lib.memory.table.external import EXTERNAL
from dreambench_lib.memory.table.models import MODELS
from dreambench_lib.memory.table.probes import PROBES

CONDITIONS: dict[str, Condition] = {
    entry.id: entry for entry in (*BASELINES, *PROBES, *ABLATIONS, *MODELS, *CONTROLS, *EXTERNAL)
}

__all__ = ["CONDITIONS", "Condition"]
