"""Files that steer a test runner are taken out of a change, and the cell's record names them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.agents.protocol import Task, Workspace
from dreambench_lib.agents.readers.literal import Literal
from dreambench_lib.canonical import canonical
from dreambench_lib.harness.control_files import is_control_file, strip
from dreambench_lib.harness.log import NAME, read_log
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.records import CellRecord, WorkLog
from dreambench_lib.trees import Entry, Tree, apply, changes, from_json, text_tree

BAD = [
    "conftest.py", "tests/conftest.py", "a/b/ConfTest.py", "pytest.ini", ".pytest.ini", "tox.ini",
    "sitecustomize.py", "usercustomize.py", "sitecustomize/__init__.py", "x.pth", "sub/y.PTH",
    "python311._pth", "pyvenv.cfg", "shop/__pycache__/price.cpython-311.pyc", "json.pyc",
    "usercustomize.cpython-311-x86_64-linux-gnu.so", ".coveragerc", "my.egg-link",
]  # fmt: skip
GOOD = [
    "shop/price.py", "setup.py", "tests/test_price.py", "config.ini", "pytest.md", "paths.py",
    "conftest.txt", "site.py", "pyc.py", "docs/tox.ini.md", "customize.py", "Makefile",
]  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_control_file_is_taken_out_and_named(name: str) -> None:
    new = text_tree({"a.py": "x = 1\n", name: "import os\n"})
    tree, found = strip(text_tree({"a.py": ""}), new)
    assert (tree, found) == (text_tree({"a.py": "x = 1\n"}), (name,))


@pytest.mark.parametrize("name", GOOD)
def test_ordinary_files_stay(name: str) -> None:
    new = text_tree({name: "x"})
    assert strip({}, new) == (new, ())


@pytest.mark.parametrize("kind", ["file", "exec", "link"])
def test_what_the_repository_brought_stays_as_it_was(kind: str) -> None:
    old: Tree = {b"conftest.py": Entry(kind, b"mine"), b"tox.ini": Entry("file", b"mine")}  # type: ignore[arg-type]
    changed: Tree = {b"conftest.py": Entry("file", b"theirs")}
    assert strip(old, changed) == (old, ("conftest.py", "tox.ini"))
    assert strip(old, old) == (old, ())


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("setup.cfg", "[metadata]\nname = x\n[tool:pytest]\naddopts = -p evil\n"),
        ("pyproject.toml", "[project]\n[tool.pytest.ini_options]\naddopts = '-p evil'\n"),
        ("sub/pyproject.toml", "  [tool.coverage.run]\n"),
    ],
)
def test_a_projects_own_file_that_steers_a_runner_is_kept_and_named(name: str, text: str) -> None:
    new = text_tree({name: text})
    assert strip({}, new) == (new, (f"{name} (kept)",))
    plain = text_tree({name: "[project]\nname = 'pytest'\n"})
    assert strip({}, plain) == (plain, ())


PATHS = st.lists(
    st.sampled_from([b"a", b"conftest.py", b"x.pth", b"__pycache__", b"tox.ini"]), min_size=1,
    max_size=2,
).map(b"/".join)  # fmt: skip
TREES = st.dictionaries(PATHS, st.builds(Entry, st.just("file"), st.binary(max_size=2)), max_size=5)


@given(TREES, TREES)
def test_no_change_to_a_control_file_is_left_and_no_other_is_lost(old: Tree, new: Tree) -> None:
    tree, found = strip(old, new)
    assert not any(map(is_control_file, changes(old, tree)))
    kept = {path: entry for path, entry in changes(old, new).items() if not is_control_file(path)}
    assert apply(old, kept) == tree
    assert len(found) == sum(map(is_control_file, changes(old, new)))


def record(folder: Path, agent: str) -> CellRecord:
    plan, key = make_plan(
        conditions=["B5"], agents=[agent], traps=["C1-envelope"], seeds=[1], key="c4" * 32
    )
    run(plan, key, folder, workers=1, cache=None)
    (only,) = read_log(folder / NAME)
    return only


def test_the_cells_record_names_them_and_honest_records_have_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = record(tmp_path / "honest", "reader-literal")
    monkeypatch.setattr(Literal, "work", _planting(Literal.work))
    planted = record(tmp_path / "planted", "reader-literal")
    assert [s.control_files for s in planted.sessions] == [("tests/conftest.py",)] * 3
    assert "control_files" not in canonical(honest)
    same = [s.model_copy(update={"control_files": ()}) for s in planted.sessions]
    assert planted.model_copy(update={"sessions": tuple(same)}) == honest
    for session in planted.sessions:
        assert not any(map(is_control_file, from_json(list(session.diff))))
    assert CellRecord.model_validate_json(canonical(planted)) == planted


def _planting(real: object) -> object:
    def work(self: Literal, workspace: Workspace, task: Task) -> WorkLog:
        workspace.write("tests/conftest.py", f"# {task.session}\n")
        return real(self, workspace, task)  # type: ignore[operator,no-any-return]

    return work
