"""The cache answers with what was put, or not at all."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dreambench_lib.harness import verdict_cache
from dreambench_lib.harness.verdict_cache import VerdictCache, verdict_key
from dreambench_lib.records import CheckOutcome, Verdict
from dreambench_lib.traps.checks import Call, Check, Equals

VERDICT = Verdict(checks=(CheckOutcome(id="é", kind="scope", passed=False, reason='saw "x"'),))
KEY = verdict_key([], "tree", "referee")


@pytest.fixture
def cache(tmp_path: Path) -> VerdictCache:
    return VerdictCache(tmp_path / "made" / "on" / "demand")


def tick() -> None:
    """Let the clock by which files are stamped go on."""
    time.sleep(0.02)


def test_what_is_put_comes_back(cache: VerdictCache) -> None:
    assert cache.get(KEY) is None
    cache.put(KEY, VERDICT)
    assert cache.get(KEY) == VERDICT
    stats = cache.stats()
    assert (stats.verdicts, stats.hits, stats.misses) == (1, 1, 1)
    assert stats.bytes > 0


def test_the_key_covers_expectations_tree_and_versions() -> None:
    def checks(value: str) -> list[Check]:
        call = Call(target="m:f")
        return [Check(id="a", kind="scope", session=1, probe=call, equals=Equals(value=value))]

    keys = {
        verdict_key(checks("a"), "t", "r"),
        verdict_key(checks("b"), "t", "r"),
        verdict_key(checks("a"), "u", "r"),
        verdict_key(checks("a"), "t", "s"),
        verdict_key(checks("a") * 2, "t", "r"),
    }
    assert len(keys) == 5
    assert verdict_key(checks("a"), "t", "r") in keys


def test_the_key_follows_checks_that_were_derived_from_others() -> None:
    check = Check(id="a", kind="scope", session=1, probe=Call(target="m:f"), has=("x",))
    asked = ((check,), (check.model_copy(update={"has": ("y",)}),))
    assert len({verdict_key(checks, "t", "r") for checks in asked}) == 2
    for checks in asked:
        assert verdict_key(checks, "t", "r") == verdict_key(list(checks), "t", "r")


def test_a_list_of_checks_may_change_between_two_keys() -> None:
    check = Check(id="a", kind="scope", session=1, probe=Call(target="m:f"), has=("x",))
    checks = [check]
    before = verdict_key(checks, "t", "r")
    checks.append(check)
    assert verdict_key(checks, "t", "r") != before


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("damage", ["cut", "empty", "flip", "moved", "folder"])
def test_a_damaged_entry_is_a_miss(cache: VerdictCache, damage: str, known: bool) -> None:
    cache.put(KEY, VERDICT)
    if known:  # it was good when this process read it
        assert cache.get(KEY) == VERDICT
        tick()
    (path,) = cache.folder.glob("??/*.json")
    data = path.read_bytes()
    if damage == "cut":
        path.write_bytes(data[:-5])
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "flip":
        path.write_bytes(data.replace(b'"passed":false', b'"passed":true'))
    elif damage == "moved":
        other = verdict_key([], "other", "referee")
        target = cache.folder / other[:2] / f"{other[2:]}.json"
        target.parent.mkdir(exist_ok=True)
        path.rename(target)
        assert cache.get(other) is None
    else:
        path.unlink()
        path.mkdir()
    assert cache.get(KEY) is None


def test_writers_at_once_leave_one_whole_entry(cache: VerdictCache) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: cache.put(KEY, VERDICT), range(50)))
    assert cache.get(KEY) == VERDICT
    assert [path.suffix for path in cache.folder.glob("??/*")] == [".json"]


def test_a_disk_that_takes_nothing_costs_time_only(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = VerdictCache(tmp_path / "file")
    cache.put(KEY, VERDICT)
    assert cache.get(KEY) is None


def test_pruning_removes_what_is_old_or_everything(cache: VerdictCache) -> None:
    keys = [verdict_key([], str(n), "") for n in range(3)]
    for key in keys:
        cache.put(key, VERDICT)
    old = cache.folder / keys[0][:2] / f"{keys[0][2:]}.json"
    assert cache.get(keys[0]) == VERDICT
    os.utime(old, (0, 0))
    assert cache.prune(days=1) == 1
    assert cache.get(keys[0]) is None
    assert cache.stats().verdicts == 2
    assert cache.prune() == 2
    assert cache.prune() == 0


def test_an_entry_that_another_could_have_written_is_a_miss(cache: VerdictCache) -> None:
    cache.put(KEY, VERDICT)
    assert cache.get(KEY) == VERDICT
    tick()
    (path,) = cache.folder.glob("??/*.json")
    path.chmod(0o666)
    assert cache.get(KEY) is None
    path.chmod(0o600)
    assert cache.get(KEY) == VERDICT


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_an_entry_of_another_user_is_a_miss(cache: VerdictCache) -> None:
    cache.put(KEY, VERDICT)
    assert cache.get(KEY) == VERDICT
    tick()
    (path,) = cache.folder.glob("??/*.json")
    os.chown(path, 61_000, 61_000)
    assert cache.get(KEY) is None


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_a_link_or_a_pipe_in_place_of_an_entry_is_a_miss(
    cache: VerdictCache, tmp_path: Path, kind: str
) -> None:
    cache.put(KEY, VERDICT)
    assert cache.get(KEY) == VERDICT
    tick()
    (path,) = cache.folder.glob("??/*.json")
    if kind == "link":
        path.rename(tmp_path / "elsewhere")
        path.symlink_to(tmp_path / "elsewhere")
    else:
        path.unlink()
        os.mkfifo(path)
    assert cache.get(KEY) is None


def test_what_is_known_is_counted_and_bounded(
    cache: VerdictCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdict_cache, "KEPT", 3)
    cache = VerdictCache(cache.folder)
    keys = [verdict_key([], str(n), "") for n in range(7)]
    for key in keys:
        cache.put(key, VERDICT)
        assert cache.get(key) == cache.get(key) == VERDICT
        assert len(cache._checked) <= 3
    assert (cache.hits, cache.misses) == (14, 0)
    assert all(cache.get(key) == VERDICT for key in keys)
