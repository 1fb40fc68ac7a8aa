"""The HTTP adapter against the example server, real and dead, and against bad answers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dreambench_lib.errors import BadInput, Infra
from dreambench_lib.memory.conditions import build, condition
from dreambench_lib.memory.conformance import conform
from dreambench_lib.memory.external import http
from dreambench_lib.memory.external.http import HttpMemory
from dreambench_lib.memory.protocol import Space
from tests.memory.conformance.servers import ABOUT, Answer, serving
from tests.memory.conformance.test_broken import fails, told
from tests.memory.scenes import ask, episode, note

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "http_memory.py"


@pytest.fixture
def example() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The example server of the documentation, running, and its process."""
    with subprocess.Popen(
        [sys.executable, str(EXAMPLE), "0"], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        port = server.stdout.readline().strip()
        try:
            yield f"http://127.0.0.1:{port}", server
        finally:
            server.kill()


def space(folder: Path) -> Space:
    return Space(folder, "m1")


def test_the_example_server_is_admitted(example: tuple[str, subprocess.Popen[str]]) -> None:
    report = conform(f"http:{example[0]}", patience=0.0)
    assert report.conformance.verdict == "admitted"
    assert report.conformance.literal
    assert "a read raises Infra; a write raises Infra" in told(report, "dead-backend")
    assert told(report, "restart").startswith("a new object on the same folder knows")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("SilentWhenDead", "a read returned 0 recalls without a word"),
        ("SwallowsWrites", "a write was taken without a word"),
    ],
)
def test_a_memory_that_hides_its_dead_backend_is_rejected(
    name: str, reason: str, example: tuple[str, subprocess.Popen[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("MEMORY_URL", example[0])
    found = fails(conform(f"tests.memory.conformance.adapters:{name}", patience=0.0))
    assert list(found) == ["dead-backend"]
    assert reason in found["dead-backend"]


def test_a_server_that_dies_is_infra(
    example: tuple[str, subprocess.Popen[str]], tmp_path: Path
) -> None:
    url, server = example
    memory = build(condition(f"http:{url}/"), space(tmp_path))
    memory.write(episode(1, note("n1", "The footer is QX-1.")))
    memory.sleep()
    assert [one.text for one in ask(memory)] == ["The footer is QX-1."]
    server.kill()
    server.wait()
    for step in (lambda: ask(memory), memory.sleep, lambda: memory.write(episode(2))):
        with pytest.raises(Infra, match="does not answer"):
            step()
    with pytest.raises(Infra, match="does not answer /about"):
        HttpMemory(space(tmp_path), url)
    gone = conform(f"http:{url}", patience=0.0).conformance
    assert (gone.verdict, gone.findings) == ("unavailable", "")


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ((500, {"error": "the index is\nbeing built"}), r"/read gave status 500 \(the index is"),
        ((503, b"<html>"), r"status 503 \(no reason given\)"),
        ((200, b"half {"), "returned no JSON object"),
        ((200, [1]), "returned no JSON object"),
        ((200, {}), "returned no list of recalls"),
        ((200, {"recalls": [{"text": "x", "sealed": 1}]}), "returned no list of recalls"),
        ((200, {"recalls": [{"sources": ["n1"]}]}), "returned no list of recalls"),
        (None, "does not answer /read: timed out"),
    ],
)
def test_a_bad_answer_is_infra_and_no_empty_read(
    answer: Answer | None, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "ANSWER", 0.2 if answer is None else 60.0)
    with serving(lambda path, body: ABOUT if path == "/about" else answer) as url:
        memory = HttpMemory(space(tmp_path), url)
        with pytest.raises(Infra, match=says):
            ask(memory)
        memory.close()


def test_another_version_is_refused(tmp_path: Path) -> None:
    refused = pytest.raises(Infra, match="speaks version 2 of the protocol, not 1")
    with serving(lambda path, body: (200, {"version": 2})) as url, refused:
        HttpMemory(space(tmp_path), url)


def test_only_what_the_page_says_is_sent(tmp_path: Path) -> None:
    seen: list[tuple[str, dict[str, object]]] = []

    def script(path: str, body: dict[str, object]) -> Answer:
        seen.append((path, body))
        return ABOUT if path == "/about" else (200, {"recalls": []})

    with serving(script) as url:
        memory = build(condition(f"http:{url}"), space(tmp_path))
        memory.write(episode(1, note("n1", "a")))
        memory.sleep()
        ask(memory)
    assert [path for path, _ in seen] == ["/about", "/write", "/sleep", "/read"]
    assert [sorted(body) for _, body in seen[1:]] == [
        ["episode", "namespace", "version"],
        ["namespace", "version"],
        ["namespace", "query", "version"],
    ]
    names = {str(body["namespace"]) for _, body in seen[1:]}
    assert len(names) == 1
    assert names.pop().startswith("m1")


def test_a_cell_that_is_run_again_finds_nothing_of_the_first_attempt(
    example: tuple[str, subprocess.Popen[str]], tmp_path: Path
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    HttpMemory(space(first), example[0]).write(episode(1, note("n1", "The footer is QX-1.")))
    assert len(ask(HttpMemory(space(first), example[0]))) == 1
    assert ask(HttpMemory(space(second), example[0])) == []


@pytest.mark.parametrize("name", ["http:", "http:127.0.0.1:80", "http:ftp://x/", "http:http://"])
def test_an_address_that_is_none_is_bad_input(name: str) -> None:
    with pytest.raises(BadInput, match="is no URL: write http: and the URL"):
        condition(name)
