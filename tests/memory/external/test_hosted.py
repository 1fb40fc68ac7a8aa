"""The official clients of two services, real ones, against a local server that follows a script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dreambench_lib.errors import BadInput, Infra
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.memory.conditions import CONDITIONS, build, condition
from dreambench_lib.memory.external import hosted
from dreambench_lib.memory.external.child import VendorFault, unasked
from dreambench_lib.memory.external.forward import Forward
from dreambench_lib.memory.protocol import Space
from tests.apart import needs

from ..scenes import ask, episode, note
from .lives import made
from .services import KEY, Service, service

NAMES = ["B5-SM-LOCAL", "B5-SM-LOCAL-DOC", "B5-MEM0-HOSTED", "B5-MEM0-HOSTED-LIT"]
TOLD = episode(1, note("n1", "The token is T‑1."), note("n2", "Ask Ada about the token, please."))


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    with service() as running:
        for one in (hosted.SUPERMEMORY, hosted.MEM0):
            monkeypatch.setenv(one.url, running.url)
            monkeypatch.setenv(one.key, KEY)
        yield running


@pytest.mark.parametrize("name", NAMES)
def test_what_is_added_is_awaited_found_and_attributed(
    name: str, tmp_path: Path, served: Service
) -> None:
    memory = made(name, tmp_path)
    memory.write(TOLD)
    memory.sleep()
    assert set(served.looks.values()) == {2}  # each was still being worked on at the first look
    found = ask(memory, "The token is what?", items=1)
    assert [(recall.text, recall.sources) for recall in found] == [("The token is T‑1.", ("n1",))]
    assert ask(made(name, tmp_path, "m2")) == []
    assert list(served.held) == ["m1"]


@pytest.mark.parametrize("name", NAMES)
def test_the_key_stays_here_and_no_connection_leaves_the_client(
    name: str, tmp_path: Path, served: Service
) -> None:
    memory = made(name, tmp_path)
    memory.write(TOLD)
    memory.sleep()
    assert served.keys == {f"{'Token' if 'MEM0' in name else 'Bearer'} {KEY}"}
    watch = memory.child.call("watch", unasked)
    assert watch == {"asked": ["127.0.0.1"], "refused": []}
    assert KEY not in str(memory.child.call("watch", unasked))
    assert isinstance(memory.answers, Forward)
    assert memory.answers.calls == len(served.asked)


def test_the_two_names_ask_for_different_things(tmp_path: Path, served: Service) -> None:
    for name in NAMES[:2]:
        memory = made(name, tmp_path, name)
        memory.write(TOLD)
        ask(memory)
    bodies = [body for _, _, body in served.asked if body]
    assert [body["taskType"] for body in bodies if "taskType" in body] == 2 * ["memory"] + 2 * [
        "superrag"
    ]
    assert [b["searchMode"] for b in bodies if "searchMode" in b] == ["memories", "chunks"]
    for name, infer in zip(NAMES[2:], (True, False), strict=True):
        made(name, tmp_path, name).write(TOLD)
        assert served.asked[-1][2]["infer"] is infer


def test_a_service_that_fails_for_a_while_is_asked_again(served: Service) -> None:
    waited: list[float] = []
    served.faults = [503, 429]
    forward = Forward(hosted.MEM0, waited.append)
    assert forward("GET", "/v1/ping/", None)[0] == 200
    assert (waited, forward.calls) == ([1.0, 2.0], 3)


@pytest.mark.parametrize(
    ("faults", "says"),
    [
        ([500] * 9, r"hosted Mem0 failed after 3 attempts \(HTTP 500\): run again"),
        ([401], "hosted Mem0 refuses the key in MEM0_API_KEY"),
    ],
)
def test_a_service_that_fails_stops_the_run_and_is_no_empty_read(
    faults: list[int], says: str, tmp_path: Path, served: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Forward.__init__, "__defaults__", (lambda seconds: None,))
    memory = made("B5-MEM0-HOSTED", tmp_path)
    served.faults = faults
    with pytest.raises(Infra, match=says):
        ask(memory)


def test_nobody_there_is_infra(served: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEM0_BASE_URL", "http://127.0.0.1:1")
    with pytest.raises(Infra, match="ConnectError"):
        Forward(hosted.MEM0, lambda seconds: None)("GET", "/v1/ping/", None)


@pytest.mark.parametrize(("name", "end"), [(NAMES[0], "failed"), (NAMES[2], "FAILED")])
def test_what_the_service_could_not_work_on_is_a_fault(
    name: str, end: str, tmp_path: Path, served: Service
) -> None:
    served.ends = (end, end)
    memory = made(name, tmp_path)
    memory.write(TOLD)
    with pytest.raises(VendorFault, match=r"RuntimeError: .* failed"):
        memory.sleep()


def test_what_a_client_is_refused_is_the_memorys_fault(tmp_path: Path, served: Service) -> None:
    memory = made("B5-SM-LOCAL", tmp_path)
    served.faults = [400]
    with pytest.raises(VendorFault):
        ask(memory)


def test_without_a_base_url_nothing_starts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in NAMES:
        needs(condition(name).apart[0])
        monkeypatch.delenv(condition(name).service, raising=False)
        says = f"condition {name} asks a service: set {condition(name).service}"
        with pytest.raises(BadInput, match=says):
            make_plan([name], ["reader-careful"], ["C1-envelope"], [1])
        with pytest.raises(BadInput, match="needs a server"):
            build(condition(name), Space(tmp_path, "t"))


def test_what_was_not_run_is_said_to_be_not_run() -> None:
    for name in NAMES:
        assert "Not run here against the service" in CONDITIONS[name].differs
