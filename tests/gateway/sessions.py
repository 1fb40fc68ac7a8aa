"""One session of an agent that is a program: a real room, a door, the scripted server behind."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from dreambench_lib.agents.protocol import Agent, Task, Workspace
from dreambench_lib.agents.table import make
from dreambench_lib.harness.gateway.door import Door
from dreambench_lib.harness.gateway.room import BubbleRoom
from dreambench_lib.harness.sandboxes.agent_room import RoomLimits
from dreambench_lib.records import WorkLog
from dreambench_lib.traps.mint import Instance
from dreambench_lib.trees import Tree
from tests.behaviours import Behaviour, How
from tests.gateway.scenes import behaviour


class Session(NamedTuple):
    """What came of it."""

    log: WorkLog
    tree: Tree

    def text(self, path: str) -> str:
        return self.tree[path.encode()].data.decode()


def scene(how: How) -> tuple[Behaviour, Instance]:
    """A script for a trap's first session, and the trap."""
    script = behaviour(how)
    return script, script.instances[0]


def session(
    door: Door, agent: str | Agent, instance: Instance, limits: RoomLimits | None = None
) -> Session:
    """Let an agent work on the first session of an instance."""
    template = instance.template
    space = Workspace(instance.base)
    task = Task(
        token=instance.token,
        project=template.fixture.name,
        prompt=template.sessions[0].prompt,
        context="",
        session=1,
        room=BubbleRoom(door, "scripted-1", limits),
        tests=template.fixture.test,
    )
    log = (make(agent) if isinstance(agent, str) else agent).work(space, task)
    door.drain()
    return Session(log, space.tree)


def small_template() -> str:
    """A whole template of a user's own, with its program in it."""
    folder = Path(__file__).parent
    program = (folder / "small_agent.py").read_text(encoding="utf-8")
    template = (folder / "small_agent.toml").read_text(encoding="utf-8")
    return template.replace('"""\nPROGRAM"""', "'''\n" + program + "'''")
