"""Every comparison is exploratory unless the plan that its source carries names it."""

from __future__ import annotations

from fractions import Fraction

from dreambench_lib.report.frames import Frames
from dreambench_lib.report.plans.files import FROZEN, check_carried, read_frozen
from dreambench_lib.stats import Comparison, PlanState


def plan_of_source(frames: Frames) -> PlanState | None:
    """The frozen plan that a run carries, or that lies with the published fold; None if none."""
    folder = frames.folder
    if folder is None:
        return None
    if frames.published:
        return read_frozen(folder / FROZEN) if (folder / FROZEN).exists() else None
    planned = frames.manifest.get("plan")
    digest = planned.get("preregistration", "") if isinstance(planned, dict) else ""
    return check_carried(folder, digest) if digest else None


def stamp(
    frames: Frames, comparison: Comparison, block: str, alpha: Fraction | None = None
) -> Comparison:
    """The comparison with its status: planned, or exploratory."""
    state = plan_of_source(frames)
    if state is None or (frames.variants and frames.clusters == "variant"):
        return comparison
    agent = frames.agents[0] if len(frames.agents) == 1 else None
    return state.stamped(comparison, block, agent, alpha)
