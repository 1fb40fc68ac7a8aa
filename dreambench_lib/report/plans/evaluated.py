"""A plan held against a source: what `dreambench plan evaluate` prints and notebooks show."""

from __future__ import annotations

from typing import NamedTuple

import pandas as pd

from dreambench_lib.report.frames import Frames
from dreambench_lib.report.plans.evidence import FramesEvidence
from dreambench_lib.report.plans.stamps import plan_of_source
from dreambench_lib.report.tables import Table, table
from dreambench_lib.stats import Evaluation, PlanState, evaluate


class Held(NamedTuple):
    """A plan's evaluation, and whether the source carried this very plan when it was made."""

    evaluation: Evaluation
    carried: bool

    @property
    def status(self) -> str:
        """``planned``, or why everything here is exploratory."""
        return "planned" if self.carried else "exploratory: these outcomes do not carry this plan"


def evaluate_source(frames: Frames, state: PlanState) -> Held:
    """Every claim of the plan, judged on the outcomes of the source."""
    own = plan_of_source(frames)
    carried = own is not None and own.digest == state.digest
    return Held(evaluate(state, FramesEvidence(frames)), carried)


def hold(frames: Frames) -> Held | None:
    """The plan that the source carries, held against it; None where it carries none."""
    state = plan_of_source(frames)
    return None if state is None else evaluate_source(frames, state)


def claims_table(held: Held | None) -> Table:
    """One row a claim: what was seen, whether it holds, what may be said."""
    if held is None:
        return table(pd.DataFrame(), "These outcomes carry no frozen plan: all is exploratory.")
    rows = [
        {
            "id": one.claim.id,
            "kind": one.claim.kind,
            "claim": one.claim.says,
            "result": one.state,
            "seen": one.seen,
            "may be said": one.allows,
            "declared": "frozen" if one.amendment is None else f"by amendment {one.amendment}",
        }
        for one in held.evaluation.judged
    ]
    plan = held.evaluation.state.plan
    caption = f"Plan {plan.name}, {plan.digest[:12]}: {held.status}."
    return table(pd.DataFrame(rows), caption)
