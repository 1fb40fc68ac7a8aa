"""A notebook's parameters are checked in the cell after them, before anything is computed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from dreambench_lib.agents.table import agent_class
from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.harness.gateway.prices import read_prices
from dreambench_lib.memory.conditions import condition as find_condition
from dreambench_lib.report.external.source import find_plan
from dreambench_lib.report.frames import Frames, load
from dreambench_lib.report.places import ROOT
from dreambench_lib.report.plans import read_frozen
from dreambench_lib.report.pressed import find_study
from dreambench_lib.report.record import start_records
from dreambench_lib.report.sources import find
from dreambench_lib.stats.missing import missing_rule
from dreambench_lib.traps.keys import parse_key

__all__ = ["refuse_unknown", "validate"]


def validate(**parameters: Any) -> None:
    """Check every parameter of a notebook by its name; the first wrong one gets one sentence.

    ``source`` and ``run`` must exist. Where a source is among the parameters, conditions, agents,
    traps and seeds must be in it; else they must be ones that can be run.
    """
    start_records()
    for name in parameters:
        if name not in _CHECKS:
            raise unknown("parameter", name, _CHECKS)
    source = parameters.get("source")
    frames = load(_text("source", source)) if source is not None else None
    for name, value in parameters.items():
        _CHECKS[name](name, value, frames)


def refuse_unknown(given: Iterable[str], known: Iterable[str], notebook: str) -> None:
    """papermill only warns of a misspelt parameter and runs on with the default; we refuse it."""
    names = list(known)
    for name in given:
        if name not in names:
            raise unknown(f"parameter of {notebook}", name, names)


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise BadInput(f"parameter {name} is {value!r}: give a name as text")
    return value


def _list(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise BadInput(f"parameter {name} is {value!r}: give a list of at least one")
    return value


def _run(name: str, value: Any, frames: Frames | None) -> None:
    find(_text(name, value))


def _study(name: str, value: Any, frames: Frames | None) -> None:
    find_study(_text(name, value))


def _out(name: str, value: Any, frames: Frames | None) -> None:
    if not _text(name, value).replace("-", "").replace("_", "").isalnum():
        raise BadInput(f"parameter {name} is {value!r}: give a plain name, such as 'my-run'")


def _condition(name: str, value: Any, frames: Frames | None) -> None:
    if frames is None:
        find_condition(_text(name, value))
    elif value not in frames.conditions:
        raise unknown(f"condition in {frames.source}", value, frames.conditions)


def _agent(name: str, value: Any, frames: Frames | None) -> None:
    if frames is None:
        agent_class(_text(name, value))
    elif value not in frames.agents:
        raise unknown(f"agent in {frames.source}", value, frames.agents)


def _trap(name: str, value: Any, frames: Frames | None) -> None:
    known = frames.trap_ids if frames else _all_traps()
    if value not in known:
        raise unknown(f"trap{f' in {frames.source}' if frames else ''}", value, known)


def _seed(name: str, value: Any, frames: Frames | None) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadInput(f"parameter {name} holds {value!r}: give whole numbers of zero or more")
    if frames and value not in frames.seeds:
        raise unknown(f"seed in {frames.source}", value, frames.seeds)


def _each(check: Callable[[str, Any, Frames | None], None]) -> Callable[..., None]:
    def run(name: str, value: Any, frames: Frames | None) -> None:
        for item in _list(name, value):
            check(name, item, frames)

    return run


def _optional(check: Callable[[str, Any, Frames | None], None]) -> Callable[..., None]:
    def run(name: str, value: Any, frames: Frames | None) -> None:
        if value is not None:
            check(name, value, frames)

    return run


def _level(name: str, value: Any, frames: Frames | None) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1:
        raise BadInput(f"parameter {name} is {value!r}: give a number between 0 and 1")


def _paper(name: str, value: Any, frames: Frames | None) -> None:
    if not (ROOT / _text(name, value)).is_file():
        raise BadInput(f"parameter {name} is {value!r}: give a LaTeX file of the project")


def _prices(name: str, value: Any, frames: Frames | None) -> None:
    read_prices(Path(_text(name, value)))


def _key(name: str, value: Any, frames: Frames | None) -> None:
    parse_key(_text(name, value))


def _set(name: str, value: Any, frames: Frames | None) -> None:
    if value not in ("core", "extended", "all"):
        raise unknown("trap set", value, ["core", "extended", "all"])


def _plan(name: str, value: Any, frames: Frames | None) -> None:
    read_frozen(find_plan(_text(name, value)))


def _count(name: str, value: Any, frames: Frames | None) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise BadInput(f"parameter {name} is {value!r}: give a whole number of one or more")


def _missing(name: str, value: Any, frames: Frames | None) -> None:
    missing_rule(_text(name, value))


def _all_traps() -> list[str]:
    from dreambench_lib.traps.load import load_traps

    return list(load_traps())


_CHECKS: dict[str, Callable[[str, Any, Frames | None], None]] = {
    "source": lambda name, value, frames: None,
    "run": _run,
    "tight": _run,
    "study": _study,
    "out": _out,
    "paper": _paper,
    "key": _key,
    "plan": _plan,
    "audited": _optional(_run),
    "prices": _optional(_prices),
    "which": _set,
    "workers": _count,
    "tasks": _count,
    "missing": _optional(_missing),
    "conditions": _optional(_each(_condition)),
    "condition": _condition,
    "first": _condition,
    "second": _condition,
    "agent": _optional(_agent),
    "agents": _optional(_each(_agent)),
    "trap": _optional(_trap),
    "traps": _optional(_each(_trap)),
    "seed": _seed,
    "seeds": _optional(_each(_seed)),
    "alpha": _level,
    "level": _level,
}
