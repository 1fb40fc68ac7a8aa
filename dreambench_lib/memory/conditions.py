"""The table of conditions, and the way from a name or a dotted path to a built memory."""

from __future__ import annotations

import importlib
import inspect
import os
import re
import sys
from collections.abc import Callable
from typing import cast

from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.memory.protocol import METHODS, Memory, Space
from dreambench_lib.records import Record

_PATH = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")


class Condition(Record):
    """A memory system as it is compared: one line of the table."""

    id: str
    memory: str
    """Dotted path ``package.module:Class`` of what is built as ``Class(space)``."""
    meaning: str
    """One line for tables and help."""
    ranked: bool = True
    """False: shown beside the others (a ceiling, a control), never in a ranking."""
    sealed: bool = False
    """True: made from sealed facts by the harness; no memory under test ever is."""


CONDITIONS: dict[str, Condition] = {
    entry.id: entry
    for entry in (
        Condition(
            id="B0",
            memory="dreambench_lib.memory.baselines.nothing:Nothing",
            meaning="No memory: nothing is kept, nothing is shown.",
        ),
        Condition(
            id="B5",
            memory="dreambench_lib.memory.baselines.instance:Instance",
            meaning="One item per note, full text, ranked by shared words, scope and files.",
        ),
        Condition(
            id="recency-only",
            memory="dreambench_lib.memory.baselines.recency:Recency",
            meaning="Every note, newest first, whatever the task.",
        ),
        Condition(
            id="DF-hybrid-rules",
            memory="dreambench_lib.memory.probe.probe:Probe",
            meaning="Raw notes with fields typed by rule, field-level repair, gated reading.",
        ),
        Condition(
            id="ideal",
            memory="dreambench_lib.harness.ideal:Ideal",
            meaning="The governing facts in plain sentences: a ceiling, not a system.",
            ranked=False,
            sealed=True,
        ),
    )
}


def condition(name: str) -> Condition:
    """The condition called `name`, or a plug-in at dotted path `name` (``pkg.module:Class``).

    A plug-in is imported and looked at here, so that a fault shows before anything runs.

    >>> condition("B0").meaning
    'No memory: nothing is kept, nothing is shown.'
    """
    if name in CONDITIONS:
        return CONDITIONS[name]
    if ":" not in name:
        raise unknown("condition", name, CONDITIONS)
    cls = _load(name)
    meaning = (inspect.getdoc(cls) or "A memory given by its path.").split("\n", 1)[0]
    return Condition(id=name, memory=name, meaning=meaning)


def build(condition: Condition, space: Space) -> Memory:
    """The condition's memory, living in `space`. What its own constructor raises goes through."""
    return _load(condition.memory)(space)


def _load(path: str) -> Callable[[Space], Memory]:
    if not _PATH.fullmatch(path):
        raise BadInput(f"memory path {path!r} is not of the form 'package.module:Class'")
    module_name, _, class_name = path.partition(":")
    # Plug-ins usually lie beside the command that names them; last, so that they shadow nothing.
    if "" not in sys.path and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        module = importlib.import_module(module_name)
    except (Exception, SystemExit) as fault:  # whatever foreign code raises is the user's to mend
        raise BadInput(f"memory {path!r} cannot be imported: {_line(fault)}") from fault
    cls = getattr(module, class_name, None)
    if cls is None:
        raise BadInput(f"memory {path!r}: module {module_name!r} has no {class_name!r}")
    lacking = [name for name in METHODS if not callable(getattr(cls, name, None))]
    if lacking or not inspect.isclass(cls):
        lack = f"lacks {', '.join(lacking)}" if lacking else "is not a class"
        raise BadInput(f"memory {path!r} {lack}: a memory is a class with write, sleep and read")
    try:
        inspect.signature(cls).bind(None)
    except (TypeError, ValueError) as fault:
        raise BadInput(f"memory {path!r} cannot be built as Class(space): {fault}") from fault
    return cast("Callable[[Space], Memory]", cls)


def _line(fault: BaseException) -> str:
    return " ".join(f"{type(fault).__name__}: {fault}".split())
