"""`codex`: the real CLI in a real room, against the scripted server and its faults."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import Infra
from dreambench_lib.harness.gateway.budget import Purse
from dreambench_lib.harness.gateway.door import Door
from dreambench_lib.harness.sandboxes.agent_room import RoomLimits
from tests.apart import needs
from tests.gateway.conftest import KEY
from tests.gateway.scenes import Go
from tests.gateway.sessions import Session, scene, session
from tests.model_server import Fault, ModelServer, Reply, Say, Script, Use

Make = Callable[..., Door]
Work = Callable[..., Session]


@pytest.fixture(autouse=True)
def _installed() -> None:
    needs("codex")


@pytest.fixture
def work(door: Make, server: ModelServer) -> Work:
    """One session of Codex whose model does what a script says (by default: it solves)."""

    def start(script: Script | None = None, mode: str = "live", seconds: float = 300.0,
              purses: tuple[Purse, ...] = ()) -> Session:  # fmt: skip
        solves, instance = scene("solves")
        server.script = script or solves
        return session(door(mode, purses), "codex", instance, RoomLimits(seconds=seconds))

    return start


def steps(*replies: Reply) -> Script:
    """Replies one after the other, and then the last one."""
    return lambda asked: replies[min(asked.turns, len(replies) - 1)]


def run(line: str, **more: Any) -> Use:
    return Use("exec_command", {"cmd": line, **more})


def outputs(server: ModelServer) -> list[str]:
    """What the model was told of its calls."""
    return [str(part["output"]) for part in server.asked[-1].body["input"] if "output" in part]


def test_it_solves_by_commands_and_patches_and_leaves_a_log(
    work: Work, server: ModelServer
) -> None:
    done = work()
    assert done.log.error is None
    lines = done.log.output.split("\n")
    assert lines[0].endswith("'ls -a; echo 0' -> 0")
    assert "patch add ledger/totals.py" in lines
    assert lines[-2].endswith("'python -m unittest -q' -> 0")
    assert lines[-1] == "done"
    assert "class" in done.text("tests/test_totals.py")
    assert {asked.path for asked in server.asked} == {"/v1/responses"}
    assert all(asked.body["stream"] and not asked.body["store"] for asked in server.asked)
    assert server.asked[0].tools >= {"exec_command", "apply_patch"}
    assert "could not be found" not in str(server.asked[0].body)


def test_what_it_is_told_is_the_prompt_of_all_agents_and_few_words_of_ours(
    work: Work, server: ModelServer
) -> None:
    work(lambda asked: Say("no"))
    texts = [part["content"][0]["text"] for part in server.asked[0].body["input"]]
    roles = [part["role"] for part in server.asked[0].body["input"]]
    assert texts[-1].startswith("You work on the project ledger, in a repository of which")
    assert roles[-1] == "user"
    told = "\n".join(texts).lower()
    for word in ("memor", "skill", "plugin", "agents.md"):
        assert word not in told, word


def test_an_empty_diff_is_told_and_is_no_error(work: Work) -> None:
    done = work(lambda asked: Say("Nothing to do."))
    assert done.log.error is None
    assert done.log.output == "Nothing to do.\n[the repository was left as it was]"


def test_no_command_that_works_and_no_change_is_an_error(work: Work) -> None:
    done = work(steps(run("no-such-program"), run("false"), Say("I did it all.")))
    assert done.log.error == "every command failed (2), and nothing was changed"


def test_an_unknown_tool_is_answered_and_no_end(work: Work, server: ModelServer) -> None:
    done = work(steps(Use("fly", {"to": "the moon"}), run("echo x > x.txt"), Say("done")))
    assert done.log.error is None
    assert done.text("x.txt") == "x\n"
    assert "unsupported call: fly" in outputs(server)[0]


BAD_CALLS = [
    Use("exec_command", "{"),
    Use("exec_command", {"line": "ls"}),
    Use("apply_patch", "*** no patch", custom=True),
    Use("apply_patch", "*** Begin Patch\n*** Add File: /etc/x\n+x\n*** End Patch\n", custom=True),
]


def test_bad_calls_are_answered_and_nothing_outside_is_written(
    work: Work, server: ModelServer
) -> None:
    done = work(steps(*BAD_CALLS, Say("I give up.")))
    assert done.log.error is None
    assert len(outputs(server)) == len(BAD_CALLS)
    assert done.log.output.endswith("I give up.\n[the repository was left as it was]")


def test_binary_garbage_in_output_and_tree(work: Work) -> None:
    line = "head -c 3000 /dev/urandom; printf '\\377\\000' > raw.bin; printf '\\377\\000'"
    done = work(steps(run(line), Say("done")))
    assert done.log.error is None
    assert done.tree[b"raw.bin"].data == b"\xff\x00"


def test_it_never_stops(work: Work) -> None:
    # No clock but the room's limit: however slow the machine, it asks for more until then.
    done = work(lambda asked: run(f"echo {asked.turns}"), seconds=2.0)
    assert done.log.error == "timeout"
    assert done.tree == dict(sorted(scene("solves")[1].base.items()))


def test_it_is_killed(work: Work) -> None:
    done = work(steps(run("echo x > x.txt; kill -9 $PPID"), Say("never said")))
    assert done.log.error is not None
    assert done.log.error.startswith("codex ended with status 137")
    assert done.text("x.txt") == "x\n"


def test_a_budget_in_the_middle_of_a_stream(work: Work, server: ModelServer) -> None:
    long = Say("word " * 4000)
    done = work(steps(run("echo x > x.txt"), long), purses=(Purse("cell", 5000, None),))
    assert "the model failed" in (done.log.error or "")
    assert done.text("x.txt") == "x\n"
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault(429), "HTTP 429"),
        (Fault(500), "HTTP 500"),
        (Fault("garbage"), "a malformed reply"),
        (Fault("cut"), "a reply that broke off"),
    ],
)
def test_what_a_failing_provider_leaves(
    door: Make, server: ModelServer, fault: Fault, words: str
) -> None:
    solves, instance = scene("solves")
    server.script = lambda asked: fault if asked.turns == 1 else solves(asked)
    made = door("live")
    done = session(made, "codex", instance)
    assert (done.log.error or "").startswith("the model failed: ")
    assert made.failure.startswith(words)


def test_a_provider_that_fails_is_no_outcome_of_codex(
    go: Go, traps: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dreambench_lib.harness.gateway.upstream.FIRST_WAIT", 0.0)
    traps.script = lambda asked: Fault(500)
    with pytest.raises(Infra, match=r"the server of the model scripted-1 failed .HTTP 500"):
        go(agent="codex", conditions=("B0",), only=["C3-withdrawn"])


def test_a_fault_that_passes_is_tried_again_by_the_gateway_alone(
    work: Work, server: ModelServer, waits: list[float]
) -> None:
    solves = scene("solves")[0]
    done = work(lambda asked: Fault(429, "1") if asked.number == 2 else solves(asked))
    assert done.log.error is None
    assert waits == [1.0]


def test_a_session_replays_without_the_server(work: Work, server: ModelServer) -> None:
    script = steps(
        run("echo pid $$; python -c 'print(object())'"),
        Use("fly", {}), run("cat nothing; sleep 0.01"), run("echo x > x.txt"), Say("done"),
    )  # fmt: skip
    first = work(script, "record")
    asked = len(server.asked)
    again = work(lambda asked: Fault(500), "replay")
    assert again == first
    assert first.log.error is None
    assert len(server.asked) == asked


LOOK = """
for p in /proc/[0-9]*; do tr '\\0' '\\n' < $p/environ; tr '\\0' ' ' < $p/cmdline; done
find / -xdev -type f -size -1M -not -path '/proc/*' -not -path '/usr/*' -exec cat {} +
"""


def test_no_key_is_anywhere_inside(work: Work, server: ModelServer) -> None:
    done = work(steps(run(LOOK, max_output_tokens=1_000_000), Say("done")))
    seen = "\n".join(outputs(server))
    assert "CODEX_HOME=/home/agent" in seen
    for word in (KEY, "API_KEY", f"{Path.home()}/", str(Path(__file__).parents[2])):
        assert word not in seen, word
    assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in json.dumps(done.log.model_dump(mode="json"))
