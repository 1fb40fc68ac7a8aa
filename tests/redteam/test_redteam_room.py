"""What spies behind a referee's walls must not find, an agent in its room must not find either."""

from __future__ import annotations

import json
import os
from contextlib import closing
from typing import Any, cast

import pytest

from dreambench_lib.harness.gateway.room import ROOMS
from dreambench_lib.harness.redteam import Spy
from dreambench_lib.harness.redteam.stage import staged
from dreambench_lib.harness.sandboxes.agent_room import OpenRoom, RoomLimits, entries
from dreambench_lib.trees import text_tree
from tests.redteam.telling import CASES

SPIES = [case for case in CASES if case.group == "A" and case.kind == "spy"]
PROGRAM = """
import importlib, json
from spy import ARGS
for name, args in ARGS.items():
    try:
        found = importlib.import_module(name).look(*args)
    except BaseException as error:
        found = repr(error)
    print(json.dumps([name, found]), flush=True)
"""


def in_a_room(opens: OpenRoom, spies: dict[str, Spy]) -> dict[str, Any]:
    """What each spy found, all of them in one agent's room."""
    order = {name: spy.args for name, spy in spies.items()}
    files = {f"{name}.py": spy.source for name, spy in spies.items()}
    # Under the one name in which a search for a canary expects its own question.
    tree = text_tree({**files, "spy.py": f"ARGS = {order!r}\n", "go.py": PROGRAM})
    room = opens(RoomLimits(seconds=60))
    reading, writing = os.pipe()
    try:
        with closing(room.listener):
            argv = (
                "/usr/bin/python3",
                "-P",
                "-c",
                "import sys; sys.path.insert(0, '/repo'); import go",
            )
            room.start(entries(tree), {}, argv, {}, RoomLimits(), (writing, writing))
        os.close(writing)
        with open(reading, "rb") as said:
            lines = said.read(1 << 20).decode().splitlines()
    finally:
        room.close()
        os.close(room.folder)
    assert len(lines) == len(spies), lines
    return dict(json.loads(line) for line in lines)


@pytest.mark.parametrize("name", ROOMS)
def test_no_spy_finds_anything_in_an_agents_room(name: str, request: pytest.FixtureRequest) -> None:
    if name == "docker":
        request.getfixturevalue("engine")
    with staged() as stage:
        spies = {f"spy{at}": cast(Spy, case.attack(stage)) for at, case in enumerate(SPIES)}
        found = in_a_room(ROOMS[name].opens, spies)
    seen = {case.name: found[f"spy{at}"] for at, case in enumerate(SPIES)}
    assert {name: what for name, what in seen.items() if what != []} == {}
