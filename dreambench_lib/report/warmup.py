"""The warm-up gate: can an agent do the ordinary sessions at all, with no memory to help or harm?

A low pass rate in the scored sessions says something of memory only where the agent can do the
work. So the sessions before the last, under B0, must mostly pass.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from dreambench_lib.report.frames import Frames
from dreambench_lib.report.printed import printed
from dreambench_lib.report.prose import Prose, say

BASE = "B0"
GATE, FEASIBLE = Fraction(4, 5), Fraction(3, 5)
"""Of a run; of the traps on which a further model is tried. Both as the paper declared them."""
TRAPS = 5
"""On so many a further model is tried."""


class WarmUp(NamedTuple):
    """One agent's ordinary sessions under B0."""

    agent: str
    model: str
    passed: int
    sessions: int
    left_out: int
    """B0 cells that stopped through no fault of the agent."""
    gate: Fraction

    @property
    def rate(self) -> Fraction | None:
        """None where B0 has no session, so that nothing can be said."""
        return Fraction(self.passed, self.sessions) if self.sessions else None

    @property
    def met(self) -> bool | None:
        """None where nothing can be said."""
        return None if self.rate is None else self.rate >= self.gate

    @property
    def words(self) -> str:
        """In a line.

        >>> WarmUp("codex", "m", 287, 360, 0, GATE).words
        '287/360 = 0.797, gate 0.80: missed'
        """
        if self.rate is None:
            return f"no session of {BASE}, gate {float(self.gate):.2f}: not known"
        state = "met" if self.met else "missed"
        return (
            f"{self.passed}/{self.sessions} = {float(self.rate):.3f}, "
            f"gate {float(self.gate):.2f}: {state}"
        )

    def as_dict(self) -> dict[str, object]:
        """Plain values."""
        rate = None if self.rate is None else float(self.rate)
        return {**self._asdict(), "gate": float(self.gate), "rate": rate, "met": self.met}


def warm_up(frames: Frames, gate: Fraction = GATE) -> list[WarmUp]:
    """The gate per agent: all sessions before a cell's last, in the cells of B0 that count.

    Sessions of a pressed run's filler are among them. The published fold has its printed count.
    """
    if frames.published:
        return [WarmUp(frames.agents[0], "", printed()["warmup_of_360"][BASE], 360, 0, gate)]
    return [_of(frames.of(agent), agent, gate) for agent in frames.agents]


def read_warm_up(found: list[WarmUp], label: str) -> Prose:
    """What the gate says, agent by agent."""
    told = [f"{one.agent}: {one.words}." for one in found]
    simulated = (
        "A reader's files of an ordinary session are the right ones by construction, so its gate "
        "is a check of the harness and says nothing of a model."
        if "reader" in label
        else ""
    )
    return say(*told, simulated)


def _of(frames: Frames, agent: str, gate: Fraction) -> WarmUp:
    base = frames.cells[frames.cells["condition"] == BASE]
    counting = base[frames.counts[base.index]]
    keys = ["trap_id", "seed"]
    sessions = frames.sessions[frames.sessions["condition"] == BASE]
    sessions = sessions.merge(counting[keys], on=keys)
    last = sessions.groupby(keys)["session"].transform("max")
    before = sessions[sessions["session"] < last]["passed"].astype(int)
    model = next((str(name) for name in base.get("model", ()) if name), "")
    return WarmUp(agent, model, int(before.sum()), len(before), len(base) - len(counting), gate)
