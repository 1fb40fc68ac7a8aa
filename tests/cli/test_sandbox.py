"""`dreambench sandbox build` and `dreambench doctor --sandbox`, as a user calls them."""

from __future__ import annotations

from pathlib import Path

import pytest

from dreambench_lib.harness.sandboxes import engine as engines
from dreambench_lib.harness.sandboxes import image
from tests.cli.conftest import Call


def test_doctor_shows_the_battery_and_what_cannot_be_equal(dreambench: Call, engine: str) -> None:
    found = {name: dreambench("doctor", "--sandbox", name, "--json") for name in
             ("bubblewrap", "docker")}  # fmt: skip
    assert [result.code for result in found.values()] == [0, 0]
    lists = [[c["name"] for c in result.json["battery"]] for result in found.values()]
    assert lists[0] == lists[1]
    assert len(lists[0]) >= 40
    for result in found.values():
        assert {d["matter"] for d in result.json["differences"]} >= {"walls between probes"}
        states = {(f["kind"], f["name"]): f["ready"] for f in result.json["findings"]}
        assert states["sandbox", "docker"] is True
        assert states["engine", "docker"] is True


def test_doctor_prints_them_for_people(dreambench: Call) -> None:
    printed = dreambench("doctor", "--sandbox", "bubblewrap")
    assert printed.code == 0
    for words in ("only lo exists", "What cannot be equal", "aftermath", "holds"):
        assert words in printed.out


def test_doctor_checks_the_room_of_an_agent(dreambench: Call) -> None:
    found = dreambench("doctor", "--sandbox", "bubblewrap", "--room", "--json")
    assert found.code == 0
    assert {"the model answers", "only lo exists"} <= {c["name"] for c in found.json["battery"]}
    alone = dreambench("doctor", "--room")
    assert (alone.code, alone.err.count("\n")) == (2, 1)
    assert "add --sandbox bubblewrap" in alone.err
    none = dreambench("doctor", "--room", "--sandbox", "pkg.mod:Other")
    assert none.code == 2
    assert "pkg.mod:Other has no room for agents" in none.err


def test_without_an_engine_doctor_says_the_remedy(
    dreambench: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none")
    found = dreambench("doctor", "--json")
    assert found.code == 0, "an offline run needs no engine"
    missing = {(f["kind"], f["name"]): f for f in found.json["findings"]}
    for kind in ("sandbox", "engine"):
        assert missing[kind, "docker"]["ready"] is False
        assert "dockerd" in missing[kind, "docker"]["remedy"]
    broken = dreambench("doctor", "--sandbox", "docker", "--json")
    assert broken.code == 1
    assert [c["passed"] for c in broken.json["battery"]] == [False]


def test_a_run_without_an_engine_is_refused_in_one_sentence(
    dreambench: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none")
    words = ["--conditions", "B0", "--traps", "C9-upload", "--seeds", "1", "--sandbox", "docker"]
    refused = dreambench("run", *words, "--out", tmp_path / "run")
    assert refused.code == 2
    assert refused.err.startswith("dreambench: no docker sandbox starts: no Docker engine answers")
    assert refused.err.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_build_makes_the_image_and_names_it(
    dreambench: Call, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(image, "REPOSITORY", "dreambench-sandbox-test")
    image.name.cache_clear()
    try:
        built = dreambench("sandbox", "build", "docker", "--json")
        assert built.code == 0
        assert built.json["name"].startswith("dreambench-sandbox-test:")
        assert engines.client().images.get(built.json["name"]).id == built.json["id"]
        assert built.json["id"] in dreambench("sandbox", "build", "docker").out
        engines.client().images.remove(built.json["name"], force=True)
    finally:
        image.name.cache_clear()
        image.find.cache_clear()


@pytest.mark.parametrize("name", ["bubblewrap", "dockr"])
def test_only_docker_is_built(dreambench: Call, name: str) -> None:
    refused = dreambench("sandbox", "build", name)
    assert refused.code == 2
    assert f"unknown sandbox to build '{name}'" in refused.err
