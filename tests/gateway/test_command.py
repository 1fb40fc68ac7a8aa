"""Commands by template: an own one, mini-swe-agent and Qwen Code, each in a real room."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dreambench_lib.agents.cli.command import CommandAgent
from dreambench_lib.agents.cli.template import parse
from dreambench_lib.errors import BadInput
from dreambench_lib.harness.gateway.door import Door
from dreambench_lib.harness.sandboxes.agent_room import RoomLimits
from tests.apart import needs
from tests.gateway.sessions import scene, session, small_template
from tests.model_server import Fault, ModelServer

Make = Callable[..., Door]


@pytest.fixture
def small() -> CommandAgent:
    """An agent by a template of a user's own."""
    return CommandAgent("small", parse(small_template(), "small"))


def plain(line: str) -> CommandAgent:
    """An agent that is one line of shell and has no report."""
    text = f"about = 'x'\nargv = ['sh', '-c', '''{line}''']\nstdin = 'prompt'\n"
    return CommandAgent("plain", parse(text, "plain"))


def test_an_own_template_solves_and_replays(
    door: Make, server: ModelServer, small: CommandAgent
) -> None:
    server.script, instance = scene("solves")
    first = session(door("record"), small, instance)
    assert first.log.error is None
    assert first.log.output.split("\n")[0] == "- ls -a; echo 0"
    assert "- python -m unittest -q" in first.log.output.split("\n")
    assert "class" in first.text("tests/test_totals.py")
    server.script = lambda asked: Fault(500)
    asked = len(server.asked)
    assert session(door("replay"), small, instance) == first
    assert len(server.asked) == asked


@pytest.mark.parametrize(("agent", "again"), [("mini-swe-agent", True), ("qwen-code", False)])
def test_a_shipped_template_solves_and_replays(
    door: Make, server: ModelServer, agent: str, again: bool
) -> None:
    """Qwen Code is heavy: its replay is part of ``make demo-llm``."""
    needs(agent)
    server.script, instance = scene("solves")
    first = session(door("record"), agent, instance)
    assert first.log.error is None
    assert "ls -a; echo 0" in first.log.output.split("\n")[0]
    assert first.log.output.split("\n")[-1] == "done"
    assert "class" in first.text("tests/test_totals.py")
    assert server.asked[0].path == "/v1/chat/completions"
    assert "You work on the project ledger, in a repository of which" in server.asked[0].text
    if again:
        server.script = lambda asked: Fault(500)
        asked = len(server.asked)
        assert session(door("replay"), agent, instance) == first
        assert len(server.asked) == asked


def test_it_gives_up_and_says_so_with_status_0(
    door: Make, server: ModelServer, small: CommandAgent
) -> None:
    server.script, instance = scene("loops")
    done = session(door(), small, instance)
    assert done.log.error == "small ended by its own word with gave up"
    assert done.log.output.count("- ls -a; echo") == 30


def test_an_unknown_tool_and_an_empty_diff(
    door: Make, server: ModelServer, small: CommandAgent
) -> None:
    server.script, instance = scene("babbles")
    done = session(door(), small, instance)
    assert done.log.output.split("\n")[:2] == ["- false", "- false"]
    assert done.log.output.endswith("[the repository was left as it was]")


def test_a_failing_model_ends_it_in_its_own_words(
    door: Make, server: ModelServer, small: CommandAgent
) -> None:
    _, instance = scene("solves")
    made = door()
    for fault in (Fault(500), Fault("cut"), Fault("garbage")):
        server.script = lambda asked, fault=fault: fault  # type: ignore[misc]
        done = session(made, small, instance)
        assert (done.log.error or "").startswith("small ended with status 1: ")
        assert made.failure


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("cat > seen.txt", None),
        ("exit 3", "plain ended with status 3: it said nothing"),
        ("echo why >&2; exit 3", "plain ended with status 3: why"),
        ("kill -9 $$", "plain ended with status 137: it said nothing"),
        ("sleep 1000", "timeout"),
        ("cat /dev/zero", "too much output"),
        ("mkfifo p", "the tree holds what cannot be scored"),
        ("no-such-program", "plain ended with status 127: "),
    ],
)
def test_ends(door: Make, line: str, error: str | None) -> None:
    _, instance = scene("solves")
    limit = 1.0 if error == "timeout" else 300.0
    done = session(door(), plain(line), instance, RoomLimits(seconds=limit))
    assert (done.log.error or "")[: len(error or "x")] == (error or "")
    if error is None:
        assert done.text("seen.txt").startswith("You work on the project ledger")


def test_garbage_on_its_output_can_be_kept(door: Make) -> None:
    _, instance = scene("solves")
    done = session(
        door(), plain("head -c 3000 /dev/urandom; printf '\\\\377\\\\000ok' | cat"), instance
    )
    assert done.log.error is None
    done.log.model_dump_json().encode()


def test_a_program_that_is_not_installed_is_named(
    door: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DREAMBENCH_APART", str(tmp_path))
    _, instance = scene("solves")
    for name in ("mini-swe-agent", "codex"):
        with pytest.raises(BadInput, match=f"dreambench install {name}"):
            session(door(), name, instance)
