"""The simulated reader: parses the context, fills the slots by its policy, writes the files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from dreambench_lib.agents.marks import release_lines
from dreambench_lib.agents.protocol import Task, Workspace
from dreambench_lib.agents.readers.fill import Clause, decide, open_reading, statements_of
from dreambench_lib.errors import BadInput
from dreambench_lib.memo import Same, if_small
from dreambench_lib.records import WorkLog
from dreambench_lib.traps.slots import Slot
from dreambench_lib.traps.solve import solution_files
from dreambench_lib.traps.template import SessionSource


class Reader:
    """A fixed reading policy: differences between conditions come from memory alone.

    It gets the session's files with slots, each slot's grammar, cues and default, and the context
    text. It never gets a value.
    """

    tier = "simulated reader"
    policy: tuple[Clause, ...] = ()

    def __init__(self, policy: Iterable[Clause] | None = None) -> None:
        """Args: policy: other clauses than the class's own (for ablation)."""
        if policy is not None:
            self.policy = tuple(policy)

    @classmethod
    def without(cls, name: str) -> Reader:
        """This reader with one clause ablated, by the clause's name."""
        return cls(clause for clause in cls.policy if clause.__name__ != name)

    def fills(
        self, context: str, slots: tuple[Slot, ...], project: str, prompt: str = ""
    ) -> dict[str, str]:
        """Slot name to what the reader fills it with."""
        return dict(_fills(context, self.policy, Same(slots), project, prompt))

    def work(self, workspace: Workspace, task: Task) -> WorkLog:
        """Write the session's files with the slots filled from the context."""
        if task.kit is None:
            raise BadInput(
                f"{type(self).__name__} is a simulated reader and needs the task's slot kit: "
                "give it one, or use an agent that edits by itself"
            )
        fills = self.fills(task.context, task.kit.slots, task.project, task.prompt)
        filled = tuple(sorted(fills.items()))
        files = _files(Same(task.kit.source), filled)
        for path, text in files.items():
            workspace.write(path, text)
        return WorkLog(
            output=f"Wrote {', '.join(sorted(files)) or 'nothing'}.",
            fills=filled,
        )


# Cells that differ by their memory alone are often shown the same.
@if_small(256, lambda context, *_: len(context))
def _fills(
    context: str, policy: tuple[Clause, ...], slots: Same[tuple[Slot, ...]], project: str,
    prompt: str,
) -> tuple[tuple[str, str], ...]:  # fmt: skip
    said = statements_of(context)
    ours = _ours(project, prompt)
    return tuple(
        (slot.name, decide(open_reading(slot, slots.it, said, ours), policy)) for slot in slots.it
    )


@lru_cache(maxsize=256)
def _ours(project: str, prompt: str) -> frozenset[str]:
    return frozenset({project, *release_lines(prompt)})


@lru_cache(maxsize=256)
def _files(source: Same[SessionSource], fills: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    return MappingProxyType(solution_files(source.it, dict(fills)))
