"""`traps new` writes a trap that loads, for every construct and fixture, or nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.admit import check_all
from dreambench_lib.traps.load import ROOT, load_trap
from dreambench_lib.traps.scaffold import scaffold
from dreambench_lib.traps.scaffold.stories import STORIES

FIXTURES = sorted(path.name for path in (ROOT / "fixtures").iterdir() if path.is_dir())


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("new")
    shutil.copytree(ROOT / "fixtures", place / "fixtures")
    return place


@pytest.mark.parametrize("construct", STORIES)
@pytest.mark.parametrize("fixture", FIXTURES)
def test_a_skeleton_loads_and_only_its_words_are_missing(
    root: Path, construct: str, fixture: str
) -> None:
    folder = scaffold(root, construct, fixture, f"on-{fixture}")
    trap = load_trap(folder)
    assert (trap.id, trap.construct_id) == (f"{construct}-on-{fixture}", construct)
    ((_, results),) = check_all({trap.id: trap}, "5c" * 32, seeds=2, run=False, workers=1)
    assert {r.gate: r.detail for r in results if not r.passed}.keys() == {"texts", "skeleton"}


def test_a_skeletons_solution_passes_in_the_sandbox(root: Path) -> None:
    trap = load_trap(scaffold(root, "C5", "ledger", "judged"))
    ((_, results),) = check_all({trap.id: trap}, "5c" * 32, seeds=1, workers=1)
    passed = {r.gate for r in results if r.passed}
    assert {"solution", "empty", "says", "checks", "warm", "visible-tests"} <= passed


@pytest.mark.parametrize(
    ("construct", "fixture", "name", "said"),
    [
        ("C11", "ledger", "x", "unknown construct 'C11': did you mean 'C1"),
        ("C1", "ledgr", "x", "unknown fixture 'ledgr': did you mean 'ledger'"),
        ("C1", "ledger", "Two words", "is no slug"),
        ("C1", "bare", "x", "fixture bare has 0 warm-up sessions"),
    ],
)
def test_faults_leave_nothing(
    root: Path, construct: str, fixture: str, name: str, said: str
) -> None:
    bare = root / "fixtures" / "bare"
    shutil.copytree(root / "fixtures/ledger", bare, dirs_exist_ok=True)
    shutil.rmtree(bare / "warm")
    before = sorted(root.iterdir())
    with pytest.raises(BadInput, match=said):
        scaffold(root, construct, fixture, name)
    assert sorted(root.iterdir()) == before


def test_an_existing_trap_is_not_touched(root: Path) -> None:
    folder = scaffold(root, "C1", "ledger", "twice")
    before = (folder / "trap.toml").read_bytes()
    with pytest.raises(BadInput, match="C1-twice exists already"):
        scaffold(root, "C1", "ledger", "twice")
    assert (folder / "trap.toml").read_bytes() == before


def test_a_private_folder_gets_a_copy_of_the_fixture_or_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine"

    def refuse(_: Path) -> None:
        raise BadInput("no")

    monkeypatch.setattr("dreambench_lib.traps.scaffold.write.load_trap", refuse)
    with pytest.raises(BadInput, match="no"):
        scaffold(mine, "C1", "relay", "first")
    assert not mine.exists()
    monkeypatch.undo()
    folder = scaffold(mine, "C1", "relay", "first")
    assert (mine / "fixtures/relay/notes.toml").read_bytes() == (
        ROOT / "fixtures/relay/notes.toml"
    ).read_bytes()
    assert load_trap(folder).fixture.name == "relay"
    with pytest.raises(BadInput, match="unknown fixture 'rela': did you mean 'relay'"):
        scaffold(mine, "C1", "rela", "second")
