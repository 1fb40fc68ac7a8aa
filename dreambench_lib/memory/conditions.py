"""From the name of a condition, or a dotted path, to a built memory."""

from __future__ import annotations

import importlib
import inspect
import os
import re
import sys
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, cast

from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.memory.embedders import check
from dreambench_lib.memory.probe.by_model import by_model
from dreambench_lib.memory.probe.probe import Probe
from dreambench_lib.memory.protocol import METHODS, Memory, Space
from dreambench_lib.memory.table import CONDITIONS, Condition

ADDRESSED = {
    "http": "dreambench_lib.memory.external.http:HttpMemory",
    "mcp": "dreambench_lib.memory.external.mcp:McpMemory",
}
"""What is built as ``Class(space, address)`` of a condition that is named by an address."""
_PATH = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")


def condition(name: str) -> Condition:
    """The condition called `name`, or a plug-in at dotted path `name` (``pkg.module:Class``).

    A plug-in is imported and looked at here, so that a fault shows before anything runs. Where a
    condition ranks by similarity, ``B2+openai:MODEL`` is the same with another embedder. A memory
    that is served is named by its address, ``http:URL`` or ``mcp:COMMAND`` (`ADDRESSED`).

    >>> condition("B0").meaning
    'No memory: nothing is kept, nothing is shown.'
    >>> condition("B2+openai:text-embedding-3-small").embedding
    'openai:text-embedding-3-small'
    """
    if name in CONDITIONS:
        return CONDITIONS[name]
    base, plus, embedding = name.partition("+")
    if plus and base in CONDITIONS:
        return _embedding(CONDITIONS[base], embedding)
    if ":" not in name:
        raise unknown("condition", name, CONDITIONS)
    if served := _served(name):
        return served
    cls = _load(name)
    meaning = (inspect.getdoc(cls) or "A memory given by its path.").split("\n", 1)[0]
    return Condition(id=name, memory=name, meaning=meaning)


def build(condition: Condition, space: Space) -> Memory:
    """The condition's memory, living in `space`. What its own constructor raises goes through."""
    if _served(condition.id):
        kind, _, address = condition.id.partition(":")
        return cast("Memory", _at(kind)(space, address))
    made = _load(condition.memory)
    if condition.needs_model and space.model is None:
        raise BadInput(needs(condition))
    if condition.needs_model and not condition.embedding and not condition.apart:
        return by_model(cast("type[Probe]", made))(space)
    if condition.embedding in ("", "lexical"):
        return made(space)
    return cast("Callable[[Space, str], Memory]", made)(space, condition.embedding)


def needs(condition: Condition) -> str:
    """What to tell somebody who named no model for a condition that asks one."""
    if condition.embedding.startswith("openai:"):
        return (
            f"condition {condition.id} needs a server for its vectors: name one with "
            "--memory-base-url (its key is read from OPENAI_API_KEY, see --memory-key-env)"
        )
    rules = f"{condition.id}-rules"
    else_ = f", or take {rules}, which asks none" if rules in CONDITIONS else ""
    return (
        f"condition {condition.id} needs a model: name one with --memory-model "
        f"(and its server with --memory-base-url){else_}"
    )


def _served(name: str) -> Condition | None:
    """A condition that is named by an address; its address is looked at here."""
    kind, _, address = name.partition(":")
    if kind not in ADDRESSED:
        return None
    _at(kind).checked(address)
    meaning = f"A memory behind {kind.upper()}, at {address}"
    return Condition(id=name, memory=ADDRESSED[kind], meaning=meaning)


def _at(kind: str) -> Any:
    module, _, name = ADDRESSED[kind].partition(":")
    return getattr(importlib.import_module(module), name)


def _embedding(base: Condition, name: str) -> Condition:
    if not base.embedding:
        able = ", ".join(entry.id for entry in CONDITIONS.values() if entry.embedding)
        raise BadInput(f"condition {base.id} has no embedder to choose: only {able} have")
    check(name)
    meaning = f"{base.meaning} Embedder: {name}."
    return base.model_copy(
        update={
            "id": f"{base.id}+{name}",
            "embedding": name,
            "meaning": meaning,
            "needs_model": base.needs_model or name.startswith("openai:"),
            "apart": base.apart + (("minilm",) if name == "minilm" else ()),
        }
    )


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
    if why := _unbuildable(cast("Hashable", cls)):
        raise BadInput(f"memory {path!r} cannot be built as Class(space): {why}") from why
    return cast("Callable[[Space], Memory]", cls)


@lru_cache(maxsize=256)
def _unbuildable(cls: Hashable) -> Exception | None:
    """Why a class cannot be built as ``Class(space)``; looked at once, not for every cell."""
    try:
        inspect.signature(cast("type", cls)).bind(None)
    except (TypeError, ValueError) as fault:
        return fault
    return None


def _line(fault: BaseException) -> str:
    return " ".join(f"{type(fault).__name__}: {fault}".split())


__all__ = ["CONDITIONS", "Condition", "build", "condition", "needs"]
