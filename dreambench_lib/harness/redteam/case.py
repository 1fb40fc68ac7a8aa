"""Red-team cases by file: a docstring of one line tells the story, one function attacks.

A case is a module in `tests/redteam/graders`, `agents` or `resources` with one of

- ``tree(target)``: a hostile tree, which must pass no check (but for those in ``EARNED``);
- ``spy(stage)``: a `Spy` that looks around inside and must find nothing;
- ``leave(stage, folder)``: leaves a hostile workspace on the disk, to be read and judged;
- ``snoop(stage)``: looks at what the harness shows an agent, and returns what it found.

``SECONDS`` is the time of one probe where the default would only be waited for, and ``REASON`` the
exact words in which the check ``CHECK`` (by default ``call``) must fail.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from ...errors import BadInput, unknown
from ..places import PROJECT

CASES = PROJECT / "tests" / "redteam"
GROUPS = {"graders": "G", "agents": "A", "resources": "R"}
KINDS = ("tree", "spy", "leave", "snoop")


class Case(NamedTuple):
    """One attack."""

    name: str
    """e.g. ``G-exits-at-import``: the group and the file's name."""
    group: str
    story: str
    kind: str
    attack: Callable[..., object]
    seconds: float | None
    earned: frozenset[str]
    """Checks whose work the case honestly does."""
    check: str
    reason: str
    """How `check` must fail, or "" where several ways are right."""


def find_cases(folder: Path = CASES) -> list[Path]:
    """The files of all cases, in the order of their names.

    Raises:
        BadInput: outside of a source tree.
    """
    found = [path for group in GROUPS for path in sorted((folder / group).glob("[a-z]*.py"))]
    if not found:
        raise BadInput(
            "the red-team cases are not installed with the package: run this from a checkout of "
            "the source tree (they stand in tests/redteam)"
        )
    return found


def load_cases(names: Sequence[str] = (), folder: Path = CASES) -> list[Case]:
    """All cases, or those with these names."""
    cases = {case.name: case for case in map(_load, find_cases(folder))}
    for name in names:
        if name not in cases:
            raise unknown("red-team case", name, cases)
    return [cases[name] for name in names or cases]


def _load(path: Path) -> Case:
    group = GROUPS[path.parent.name]
    module = _imported(path)
    kinds = [kind for kind in KINDS if hasattr(module, kind)]
    story = (module.__doc__ or "").strip()
    if len(kinds) != 1 or not story or "\n" in story:
        raise BadInput(
            f"{path.name} is no red-team case: give it a docstring of one line and one of the "
            f"functions {', '.join(KINDS)}"
        )
    return Case(
        name=f"{group}-{path.stem.replace('_', '-')}",
        group=group,
        story=story,
        kind=kinds[0],
        attack=getattr(module, kinds[0]),
        seconds=getattr(module, "SECONDS", None),
        earned=frozenset(getattr(module, "EARNED", ())),
        check=getattr(module, "CHECK", "call"),
        reason=getattr(module, "REASON", ""),
    )


def _imported(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"redteam_{path.parent.name}_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
