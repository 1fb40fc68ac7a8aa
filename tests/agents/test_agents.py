"""The agent protocol, the table of agents, and that a reader knows no value."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreambench_lib.agents import table
from dreambench_lib.agents.protocol import Agent, SlotKit, Task, Workspace
from dreambench_lib.agents.readers.careful import Careful
from dreambench_lib.errors import BadInput
from dreambench_lib.records import WorkLog
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import mint
from dreambench_lib.traps.solve import apply_solution
from dreambench_lib.trees import Entry, text_tree

TRAPS = load_traps()


class Idle:
    """An agent outside the tree."""

    tier = "idle"

    def work(self, workspace: Workspace, task: Task) -> WorkLog:
        return WorkLog(output=task.prompt)


class NoAgent:
    pass


READERS = [name for name in table.names() if not table.needs_model(name)]


@pytest.mark.parametrize("name", table.names())
def test_only_readers_without_a_model_say_that_they_are_simulated(name: str) -> None:
    agent = table.make(name)
    assert isinstance(agent, Agent)
    assert (agent.tier == "simulated reader") == (name in READERS)
    assert table.needs_model(name) == ("with a model" in agent.tier)


def test_dotted_paths_and_wrong_names() -> None:
    assert table.make(f"{__name__}:Idle").tier == "idle"
    with pytest.raises(BadInput, match="unknown agent 'reader-carefull': did you mean"):
        table.make("reader-carefull")
    with pytest.raises(BadInput, match="cannot be imported"):
        table.make("no.such.module:Agent")
    with pytest.raises(BadInput, match="has no 'Nobody'"):
        table.make(f"{__name__}:Nobody")
    with pytest.raises(BadInput, match="has no method work"):
        table.make(f"{__name__}:NoAgent")


def test_a_reader_without_a_kit_says_what_it_needs() -> None:
    task = Task(token="t1", project="p", prompt="", context="", session=1)
    with pytest.raises(BadInput, match="needs the task's slot kit"):
        Careful().work(Workspace({}), task)


def test_workspace() -> None:
    link, tool = Entry("link", b"a.txt"), Entry("exec", b"#!/bin/sh\n")
    tree = {**text_tree({"a.txt": "one"}), b"l": link, b"tool": tool, b"\xff": Entry("file", b"")}
    space = Workspace(tree)
    space.write("a.txt", "two")
    space.write("tool", "#!/bin/bash\n")
    space.write("new/b.txt", "three")
    assert list(space.files()) == ["a.txt", "l", "new/b.txt", "tool"]
    assert space.read("new/b.txt") == "three"
    assert space.tree[b"tool"].kind == "exec"
    assert tree[b"a.txt"].data == b"one"
    for path in ("l", "none"):
        with pytest.raises(FileNotFoundError):
            space.read(path)


def test_kit_holds_no_wrong_tree_and_no_value() -> None:
    for trap in TRAPS.values():
        kit = SlotKit.of(trap.sessions[-1], trap.slots)
        assert kit.source.wrong == {}
        assert kit.source.fails == {}
        instance = mint(trap, bytes(32), 1)
        minted = [v for f, v in instance.values.items() if trap.slot(f.split(".")[0]).form
                  ] if not trap.tokens else []  # fmt: skip
        assert not any(value in repr(kit) for value in minted)


@settings(max_examples=10, deadline=None)
@given(key=st.binary(min_size=32, max_size=32), seed=st.integers(1, 1000))
@pytest.mark.parametrize("name", READERS)
def test_empty_context_shows_no_minted_value(name: str, key: bytes, seed: int) -> None:
    for trap in TRAPS.values():
        instance = mint(trap, key, seed)
        space = Workspace(instance.base)
        for number, source in enumerate(trap.sessions, start=1):
            log = table.make(name).work(
                space,
                Task(
                    token=instance.token,
                    project=trap.fixture.name,
                    prompt=source.prompt,
                    context="",
                    session=number,
                    kit=SlotKit.of(source, trap.slots),
                ),
            )
        forms = {slot.name for slot in trap.slots if slot.form}
        minted = [v for f, v in instance.values.items() if f.split(".")[0] in forms and "." in f]
        assert minted
        whole = b"\n".join(entry.data for entry in space.tree.values()).decode()
        assert not [value for value in minted if value in whole or value in log.output]
        assert dict(log.fills) == {slot.name: slot.default for slot in trap.slots}


def test_a_reader_that_is_told_writes_the_solution() -> None:
    from dreambench_lib.agents.bench import reader_bench
    from dreambench_lib.traps import rules
    from dreambench_lib.traps.bench import Course

    def nobody(checks: object, tree: object) -> object:
        raise AssertionError

    for trap in TRAPS.values():
        bench = reader_bench(nobody, bytes(32), [1])  # type: ignore[arg-type]
        course = Course(trap, bench)
        instance = course.instance(1)
        last = trap.sessions[-1]
        space = Workspace(instance.base)
        Careful().work(
            space,
            Task(
                token=instance.token,
                project=trap.fixture.name,
                prompt=last.prompt,
                context=course.context(instance, rules.says),
                session=len(trap.sessions),
                kit=SlotKit.of(last, trap.slots),
            ),
        )
        assert space.tree == dict(
            sorted(apply_solution(instance.base, last, instance.solution()).items())
        )
