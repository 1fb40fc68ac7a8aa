"""The MCP adapter against the example server and against servers that fail."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from dreambench_lib.errors import BadInput, Infra
from dreambench_lib.memory.conditions import build, condition
from dreambench_lib.memory.conformance import conform
from dreambench_lib.memory.conformance.guard import children
from dreambench_lib.memory.external.mcp import McpMemory
from dreambench_lib.memory.protocol import Memory, Space
from tests.memory.conformance.test_broken import told
from tests.memory.scenes import ask, episode, note

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "mcp_memory.py"
pytest.importorskip("mcp", reason="needs the extra mcp")

BAD = """
import json, os, sys
from mcp.server import MCPServer
server = MCPServer("bad")

@server.tool()
def add(namespace: str, episode: dict) -> dict:
    if episode["session"] == 2:
        raise ValueError("the index is being built")
    if episode["session"] == 3:
        os._exit(1)
    return {}

@server.tool()
def find(namespace: str, query: dict):
    if query["session"] == 1:
        return [{"text": os.environ.get("MY_TEXT", "unset"), "sources": ["n1"]}]
    if query["session"] == 2:
        return "no JSON at all"
    return json.dumps({"recalls": [{"text": "as text"}]})

if __name__ == "__main__":
    print("starting", file=sys.stderr)
    server.run()
"""


def described(folder: Path, **more: str) -> str:
    (folder / "bad.py").write_text(BAD)
    lines = {"command": f'["{sys.executable}", "{folder}/bad.py"]', **more}
    (folder / "memory.toml").write_text("".join(f"{k} = {v}\n" for k, v in lines.items()))
    return f"mcp:{folder}/memory.toml"


def test_the_example_server_is_admitted_and_ends() -> None:
    before = children()
    report = conform(f"mcp:{sys.executable} {EXAMPLE}", patience=0.0)
    assert report.conformance.verdict == "admitted"
    assert report.conformance.literal
    said = told(report, "dead-backend")
    assert said == "backend (child processes: 1) cut off: a read raises Infra; a write raises Infra"
    assert "were not watched" in told(report, "network")
    assert children() == before


@pytest.fixture
def bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Memory:
    monkeypatch.setenv("MY_TEXT", "from the environment")
    name = described(tmp_path, write='"add"', search='"find"', env='["MY_TEXT"]')
    return build(condition(name), Space(tmp_path, "m1"))


def test_a_file_names_tools_and_environment_and_faults_are_infra(bad: Memory) -> None:
    bad.write(episode(1, note("n1", "a")))
    bad.sleep()
    assert ask(bad, session=1)[0].text == "from the environment"
    assert ask(bad, session=3)[0].text == "as text"
    with pytest.raises(Infra, match="find returned no list of recalls"):
        ask(bad, session=2)
    with pytest.raises(Infra, match="failed: Error executing tool add"):
        bad.write(episode(2))
    with pytest.raises(Infra, match=r"does not answer: .* \(it said: "):
        bad.write(episode(3))
    with pytest.raises(Infra, match="does not answer"):
        ask(bad, session=1)


def test_a_server_without_the_tools_is_named(tmp_path: Path) -> None:
    name = described(tmp_path).removeprefix("mcp:")
    with pytest.raises(Infra, match=r"has no tool 'write' \(it has: add, find\)"):
        McpMemory(Space(tmp_path, "m1"), name)


def test_a_server_that_does_not_start_is_unavailable() -> None:
    found = conform(f"mcp:{sys.executable} -c 'import no_such_module_here'").conformance
    assert found.verdict == "unavailable"
    assert "did not start" in found.reasons[0]
    assert "No module named 'no_such_module_here'" in found.reasons[0]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("mcp:", "names no program"),
        ("mcp:no-such-program-here serve", "names no program"),
        ("mcp:python 'x", "cannot be read: No closing quotation"),
        ("mcp:nowhere.toml", "nowhere.toml cannot be read"),
    ],
)
def test_an_address_that_is_none_is_bad_input(name: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        condition(name)


def test_a_file_that_says_something_else_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"tools in memory\.toml is wrong: Extra inputs"):
        condition(described(tmp_path, tools='"all"'))


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(BadInput, match="pip install"):
        condition("mcp:python server.py")
