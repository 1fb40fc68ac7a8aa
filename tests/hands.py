"""How a scripted model does the same few things with the tools of each agent."""

from __future__ import annotations

import shlex
from typing import Protocol

from tests.model_server import Asked, Reply, Say, Use


class Hand(Protocol):
    """The tools of one agent."""

    def look(self, turn: int) -> Reply: ...
    def read(self, path: str) -> Reply: ...
    def write(self, path: str, text: str) -> Reply: ...
    def test(self, command: tuple[str, ...]) -> Reply: ...
    def done(self, words: str) -> Reply: ...


def hand_of(asked: Asked) -> Hand:
    """The hand that fits the tools of a request."""
    for tool, hand in HANDS.items():
        if tool in asked.tools:
            return hand
    raise AssertionError(f"no agent of ours offers the tools {sorted(asked.tools)}")


class Loop:
    """`openai`: a tool for each thing."""

    def look(self, turn: int) -> Reply:
        return Use("list", {"path": "."})

    def read(self, path: str) -> Reply:
        return Use("read", {"path": path})

    def write(self, path: str, text: str) -> Reply:
        return Use("write", {"path": path, "content": text})

    def test(self, command: tuple[str, ...]) -> Reply:
        return Use("test", {})

    def done(self, words: str) -> Reply:
        return Use("finish", {"summary": words})


class Shell:
    """A tool that runs a line of shell, and an end in words."""

    def __init__(self, tool: str, argument: str, **more: object) -> None:
        self.tool, self.argument, self.more = tool, argument, more

    def run(self, line: str) -> Reply:
        return Use(self.tool, {self.argument: line, **self.more})

    def look(self, turn: int) -> Reply:
        return self.run(f"ls -a; echo {turn}")

    def read(self, path: str) -> Reply:
        return self.run(f"cat {shlex.quote(path)}")

    def write(self, path: str, text: str) -> Reply:
        folder, _, _ = path.rpartition("/")
        made = f"mkdir -p {shlex.quote(folder)} && " if folder else ""
        return self.run(f"{made}cat > {shlex.quote(path)} <<'END_OF_FILE'\n{text}END_OF_FILE")

    def test(self, command: tuple[str, ...]) -> Reply:
        return self.run(shlex.join(command))

    def done(self, words: str) -> Reply:
        return Say(words)


class Codex(Shell):
    """Commands, and patches as a tool of its own."""

    def write(self, path: str, text: str) -> Reply:
        lines = "".join(f"+{line}\n" for line in text.removesuffix("\n").split("\n"))
        patch = f"*** Begin Patch\n*** Add File: {path}\n{lines}*** End Patch\n"
        return Use("apply_patch", patch, custom=True)


class Mini(Shell):
    """mini-swe-agent: its end is a command, too."""

    def done(self, words: str) -> Reply:
        return self.run(f"echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT; echo {shlex.quote(words)}")


HANDS: dict[str, Hand] = {
    "finish": Loop(),
    "apply_patch": Codex("exec_command", "cmd"),
    "bash": Mini("bash", "command"),
    "run_shell_command": Shell("run_shell_command", "command", is_background=False),
}
"""By a tool that no other agent has."""
