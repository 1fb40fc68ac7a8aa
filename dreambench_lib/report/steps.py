"""The batch as data: which notebook runs with which parameters, and after which others."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dreambench_lib.report.frames import Frames, load
from dreambench_lib.report.sources import PUBLISHED
from dreambench_lib.report.words import ranked

OFFLINE = "offline-60"
"""The frozen run that ships with the project."""


@dataclass(frozen=True)
class Step:
    """A notebook with its parameters; without any it is the committed notebook itself."""

    notebook: str
    name: str = ""
    parameters: dict[str, Any] = field(default_factory=dict)
    after: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name or self.notebook)

    def answers_to(self, word: str) -> bool:
        """Whether a user who says `word` (``04``, a name) means this step."""
        return word in (self.name, self.notebook, self.notebook.partition("-")[0])


def steps_for(source: str | None = None) -> list[Step]:
    """The whole batch, or the notebooks that take a source, on `source`."""
    if source is not None:
        return on_source(load(source), source)
    steps = [
        Step("00-start-here"),
        Step("01-traps"),
        Step("02-run"),
        Step("03-outcomes"),
        Step("04-tests"),
        Step("05-pressure"),
        Step("06-hygiene"),
        Step("06b-external"),
        Step("07-forgetting"),
        Step("08-costs"),
        Step("10-your-outcomes"),
        Step("11-why"),
        Step("03-outcomes", f"03-outcomes-{PUBLISHED}", {"source": PUBLISHED}),
        *[step for step in on_source(load(OFFLINE), OFFLINE) if step.notebook == "04-tests"],
    ]
    return [*steps, Step("09-paper", after=tuple(step.name for step in steps))]


def on_source(frames: Frames, source: str) -> list[Step]:
    """Outcomes and tests of one source, with a pair of conditions that it has."""
    first, second = default_pair(frames)
    tests = {"source": source, "first": first, "second": second}
    if not frames.published:
        tests["agent"] = default_agent(frames)
    return [
        Step("03-outcomes", f"03-outcomes-{frames.source}", {"source": source}),
        Step("04-tests", f"04-tests-{frames.source}", tests),
    ]


def default_pair(frames: Frames) -> tuple[str, str]:
    """The probe against verbatim notes if the source has them, else its first two conditions."""
    known = [name for name in frames.conditions if ranked(name)]
    first = next((name for name in ("DF-hybrid", "DF-hybrid-rules") if name in known), known[-1])
    second = "B5" if "B5" in known and first != "B5" else known[0]
    return first, second


def default_agent(frames: Frames) -> str:
    """The careful reader if it took part."""
    return "reader-careful" if "reader-careful" in frames.agents else frames.agents[0]
