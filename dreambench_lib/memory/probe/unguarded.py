"""Stale suppression without the review of speculation."""

from __future__ import annotations

from collections.abc import Sequence

from dreambench_lib.memory.probe.operators import age_fields
from dreambench_lib.memory.probe.store import Store
from dreambench_lib.records import Episode


def age_only(store: Store, new: Sequence[Episode]) -> None:
    """Staleness is kept up; risky items stay active."""
    age_fields(store, "age_only")
