"""The table of conditions: names, dotted paths, and one sentence for every fault."""

from pathlib import Path

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.memory.conditions import CONDITIONS, build, condition
from dreambench_lib.memory.protocol import Memory, Space
from dreambench_lib.records import Query

PLUGIN = '''
class Mine:
    """Keeps nothing of note."""
    def __init__(self, space): pass
    def write(self, episode): pass
    def sleep(self): pass
    def read(self, query): return []

class Lacking:
    def __init__(self, space): pass
    def write(self, episode): pass

class Wants:
    def __init__(self, space, key): pass
    write = sleep = read = lambda self, *given: []

mine = Mine(None)
'''


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "plug_in_for_test.py").write_text(PLUGIN)
    (tmp_path / "plug_in_broken.py").write_text("raise SystemExit('two\\nlines')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


OFFLINE = [c.id for c in CONDITIONS.values() if not c.sealed and not c.needs_model and not c.apart]


@pytest.mark.parametrize("name", OFFLINE)
def test_every_condition_builds(name: str, tmp_path: Path) -> None:
    memory = build(condition(name), Space(tmp_path, "t"))
    assert isinstance(memory, Memory)
    memory.sleep()
    assert memory.read(Query(project="p", session=1, prompt="anything")) == []


@pytest.mark.parametrize("name", [c.id for c in CONDITIONS.values() if c.needs_model])
def test_without_a_model_it_is_refused_and_leaves_nothing(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as fault:
        build(condition(name), Space(tmp_path, "t"))
    assert str(fault.value) == (
        f"condition {name} needs a model: name one with --memory-model (and its server with "
        f"--memory-base-url), or take {name}-rules, which asks none"
    )
    assert not list(tmp_path.iterdir())


def test_a_model_of_the_wrong_kind_is_refused_before_a_store_is_made(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="needs a model"):
        build(condition("DF"), Space(tmp_path, "t", object()))
    assert not list(tmp_path.iterdir())


def test_only_the_ceiling_is_sealed() -> None:
    sealed = [c.id for c in CONDITIONS.values() if c.sealed]
    assert sealed == ["ideal"]
    assert not condition("ideal").ranked


def test_a_dotted_path_works_wherever_a_name_does(plugins: Path) -> None:
    mine = condition("plug_in_for_test:Mine")
    assert (mine.id, mine.meaning) == ("plug_in_for_test:Mine", "Keeps nothing of note.")
    assert build(mine, Space(plugins, "t")).read(Query(project="p", session=1, prompt="")) == []


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("B55", "did you mean 'B5'"),
        ("some.module.Class", "one of: B0"),
        ("path/to/file.py:Class", "package.module:Class"),
        ("no_such_module_here:X", "cannot be imported: ModuleNotFoundError"),
        ("plug_in_broken:X", "cannot be imported: SystemExit: two lines"),
        ("plug_in_for_test:Other", "has no 'Other'"),
        ("plug_in_for_test:Lacking", "lacks sleep, read"),
        ("plug_in_for_test:mine", "is not a class"),
        ("plug_in_for_test:Wants", "cannot be built as Class(space)"),
    ],
)
@pytest.mark.usefixtures("plugins")
def test_a_fault_is_one_sentence(name: str, says: str) -> None:
    with pytest.raises(BadInput) as fault:
        condition(name)
    assert says in str(fault.value)
    assert "\n" not in str(fault.value)
