"""The simulated reader: parses the context, fills the slots by its policy, writes the files."""

from __future__ import annotations

from collections.abc import Iterable

from dreambench_lib.agents.marks import release_lines
from dreambench_lib.agents.protocol import Task, Workspace
from dreambench_lib.agents.readers.fill import Clause, decide, open_reading
from dreambench_lib.errors import BadInput
from dreambench_lib.memory.context import parse
from dreambench_lib.records import WorkLog
from dreambench_lib.traps.slots import Slot
from dreambench_lib.traps.solve import solution_files


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
        items = parse(context)
        ours = {project, *release_lines(prompt)}
        return {
            slot.name: decide(open_reading(slot, slots, items, ours), self.policy) for slot in slots
        }

    def work(self, workspace: Workspace, task: Task) -> WorkLog:
        """Write the session's files with the slots filled from the context."""
        if task.kit is None:
            raise BadInput(
                f"{type(self).__name__} is a simulated reader and needs the task's slot kit: "
                "give it one, or use an agent that edits by itself"
            )
        fills = self.fills(task.context, task.kit.slots, task.project, task.prompt)
        files = solution_files(task.kit.source, fills)
        for path, text in files.items():
            workspace.write(path, text)
        return WorkLog(
            output=f"Wrote {', '.join(sorted(files)) or 'nothing'}.",
            fills=tuple(sorted(fills.items())),
        )
