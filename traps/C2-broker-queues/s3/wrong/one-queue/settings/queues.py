"""Queues of the broker: where the jobs of a desk take their work from."""

from __future__ import annotations

from collections.abc import Iterable

QUEUES = {"manifests": "{{queue}}"}
"""Jobs whose queue is not called like the job."""


def queue(job: str) -> str:
    """The broker's queue of a job."""
    return QUEUES.get(job, QUEUES["manifests"])


def plan(jobs: Iterable[str]) -> list[str]:
    """``job: queue`` lines in the order given."""
    return [f"{job}: {queue(job)}" for job in jobs]
