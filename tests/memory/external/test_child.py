"""A vendor's process: channel, faults, walls. The fake store misbehaves when told to."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import Infra
from dreambench_lib.memory.external import child as children
from dreambench_lib.memory.external import walls
from dreambench_lib.memory.external.child import Child, VendorFault, child, unasked
from dreambench_lib.models import ModelFault

from .rooms import fake

NOTE = {"source": "n1", "date": "2026-01-01"}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Child, Path]]:
    folder = tmp_path_factory.mktemp("room")
    made = fake(folder)
    yield made, folder
    made.end()


def opened(room: tuple[Child, Path], namespace: str, **settings: str) -> int:
    return room[0].open(room[1], namespace, settings, unasked)


def write(room: tuple[Child, Path], store: int, text: str) -> None:
    room[0].call("write", unasked, store=store, text=text, **NOTE)


def read(room: tuple[Child, Path], store: int, prompt: str = "") -> list[Any]:
    rows: list[Any] = room[0].call("read", unasked, store=store, prompt=prompt, limit=6)
    return rows


def test_what_is_written_comes_back_byte_for_byte(room: tuple[Child, Path]) -> None:
    text = "QX-1 QX‑1 QX–1\n\r\u2028\x85\t\"'\\ 🗝 " + "long " * 50_000
    store = opened(room, "bytes")
    write(room, store, text)
    assert read(room, store) == [{"text": text, "sources": ["n1"], "score": 0.5}]


def test_namespaces_are_apart_and_stores_of_one_place_are_one(room: tuple[Child, Path]) -> None:
    first, other = opened(room, "first"), opened(room, "other")
    write(room, first, "mine")
    again = opened(room, "first")  # as after a restart: what was written lies in the folder
    assert [row["text"] for row in read(room, again)] == ["mine"]
    write(room, again, "more")
    room[0].forget(first)
    assert read(room, other) == []
    opened(room, "next")  # only now is it closed
    with pytest.raises(VendorFault, match="KeyError"):
        read(room, first)
    assert [row["text"] for row in read(room, again)] == ["mine", "more"]


def test_ids_go_on_where_an_earlier_opening_ended(room: tuple[Child, Path]) -> None:
    def ids(store: int) -> list[str]:
        found: list[str] = room[0].call("embed", unasked, store=store, texts=["ids"])
        return found

    first = ids(opened(room, "ids")) + ids(opened(room, "ids"))
    assert first == sorted(set(first))
    assert ids(opened(room, "other ids")) == first[:2]


def test_settings_reach_the_store(room: tuple[Child, Path]) -> None:
    store = opened(room, "marked", mark="!")
    write(room, store, "x")
    assert read(room, store)[0]["text"] == "x!"


def test_what_the_library_raises_is_its_own_fault_and_it_goes_on(room: tuple[Child, Path]) -> None:
    store = opened(room, "raises")
    with pytest.raises(VendorFault, match=r"^fake: ValueError: not today$"):
        write(room, store, "raise")
    write(room, store, "x")
    assert len(read(room, store)) == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("die", "failed: it ended; run again"),
        ("complain and die", r"it ended \(last words: out of patience\)"),
        ("hang", r"no answer within 1 s"),
        ("say nonsense", "it said 'nonsense"),
        ('say {"id": 999, "done": 1}', "it said"),
        ("say [1]", "it said"),
    ],
)
def test_a_process_that_fails_is_infra_and_stays_ended(
    tmp_path: Path, text: str, says: str
) -> None:
    bad = fake(tmp_path, limit=1.0 if text == "hang" else 60.0)
    store = bad.open(tmp_path, "n", {}, unasked)
    with pytest.raises(Infra, match=says):
        bad.call("write", unasked, store=store, text=text, **NOTE)
    assert not bad.alive
    with pytest.raises(Infra, match="the process of the memory fake failed"):
        bad.call("read", unasked, store=store, prompt="", limit=6)


def test_a_request_for_a_model_is_answered_in_the_middle_of_a_call(
    room: tuple[Child, Path],
) -> None:
    asked: list[tuple[str, str, Any]] = []

    def answer(method: str, path: str, body: Any) -> tuple[int, Any]:
        asked.append((method, path, body["messages"][0]["content"]))
        return 200, {"choices": [{"message": "as you say"}]}

    store = opened(room, "asks")
    said = room[0].call("read", answer, store=store, prompt="ask who?", limit=1)
    assert (said, asked) == ("as you say", [("POST", "/v1/chat/completions", "who?")])


def test_what_answering_raises_goes_through_although_the_library_hides_it(
    room: tuple[Child, Path],
) -> None:
    def answer(method: str, path: str, body: Any) -> tuple[int, Any]:
        raise ModelFault("timeout")

    store = opened(room, "hides")
    with pytest.raises(ModelFault, match="timeout"):
        room[0].call("embed", answer, store=store, texts=["who?"])
    assert room[0].call("embed", unasked, store=store, texts=["who?"]) == "nothing happened"


def test_it_sees_no_key_no_project_and_no_network(
    room: tuple[Child, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    assert "sk-secret" not in walls.environment("/home").values()
    seen = room[0].call("sleep", unasked, store=opened(room, "looks"))
    assert not [name for name in seen["environment"] if "KEY" in name or "DREAMBENCH" in name]
    assert seen["environment"]["MEM0_TELEMETRY"] == "False"
    assert (seen["devices"], seen["home"], seen["project"]) == (["lo"], [], False)


def test_no_connection_leaves_and_each_that_was_tried_is_on_record(
    room: tuple[Child, Path],
) -> None:
    store = opened(room, "phones")
    assert read(room, store, "phone") == ["PermissionError"] * 4
    watch = room[0].call("watch", unasked)
    assert watch["refused"][:2] == ["192.0.2.1", "telemetry.invalid"]
    assert "unix:" in watch["refused"][-1]
    assert set(watch["asked"]) <= {"127.0.0.1"}


def test_it_ends_with_whoever_started_it(tmp_path: Path) -> None:
    driver = subprocess.Popen(
        [sys.executable, "-m", "tests.memory.external.rooms", str(tmp_path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[3],
    )  # fmt: skip
    assert driver.stdout
    handle = os.pidfd_open(int(driver.stdout.readline()))
    driver.kill()
    ended, _, _ = select.select([handle], [], [], 60)
    os.close(handle)
    driver.wait()
    driver.stdout.close()
    assert ended


def test_what_is_not_installed_stops_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(children, "_CHILDREN", {})
    monkeypatch.setenv("DREAMBENCH_APART", str(tmp_path))
    with pytest.raises(Infra, match="mem0 is not installed: run  dreambench install mem0"):
        child("mem0", "with_mem0", tmp_path)


def test_one_process_serves_a_place_until_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(children, "_CHILDREN", {})
    monkeypatch.setattr(children, "_start", lambda entry, module, root: fake(tmp_path))
    first = child("any", "fake_store", tmp_path)
    assert child("any", "fake_store", tmp_path / "below") is first
    first.end()
    second = child("any", "fake_store", tmp_path)
    assert second is not first
    second.end()
