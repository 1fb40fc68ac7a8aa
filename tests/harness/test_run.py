"""Runs end to end in the real sandbox: resume, sealing, verification, isolation of cells."""

from __future__ import annotations

import json
import lzma
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dreambench_lib.canonical import canonical
from dreambench_lib.errors import BadInput
from dreambench_lib.harness.folder import read_folder
from dreambench_lib.harness.log import NAME, read_log
from dreambench_lib.harness.plan import Plan, make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.harness.verify import read_sealed, verify
from dreambench_lib.records import Budget

KEY = "a7" * 32
TRAPS = ["C1-envelope", "C9-upload"]


def small(**changes: object) -> tuple[Plan, str]:
    settings: dict[str, object] = {
        "conditions": ["B0", "B5"], "agents": ["reader-literal"], "traps": TRAPS,
        "seeds": [1, 2], "key": KEY, **changes,
    }  # fmt: skip
    return make_plan(**settings)  # type: ignore[arg-type]


def sealed(folder: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if path.name not in ("environment.json", "attempts.jsonl")
    }


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finished") / "run"
    run(*small(), folder, workers=2, cache=None)
    seal(folder)
    return folder


def test_b0_passes_only_where_memory_can_only_hurt(finished: Path) -> None:
    outcome = {tuple(r.key): r.passed for r, _ in read_sealed(finished) if r.key[0] == "B0"}
    assert {key[2]: passed for key, passed in outcome.items()} == {
        "C1-envelope": False,
        "C9-upload": True,
    }


def test_one_worker_or_two_give_the_same_bytes(finished: Path, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    run(*small(), folder, workers=1, cache=tmp_path / "cache")
    seal(folder)
    assert sealed(folder) == sealed(finished)


def test_cached_verdicts_give_the_same_bytes(finished: Path, tmp_path: Path) -> None:
    for name in ("cold", "warm"):
        run(*small(), tmp_path / name, workers=1, cache=tmp_path / "cache")
        seal(tmp_path / name)
    assert sealed(tmp_path / "cold") == sealed(tmp_path / "warm") == sealed(finished)


KILLED = """
import os, signal, sys
from pathlib import Path
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.harness.run import run
plan, key = make_plan(["B0", "B5"], ["reader-literal"], {traps}, [1, 2], key="{key}")
def stop(record, done, total):
    if record is not None and done == {after}:
        os.kill(os.getpid(), signal.SIGKILL)
run(plan, key, Path(sys.argv[1]), workers={workers}, cache=None, progress=stop)
"""


@pytest.mark.parametrize(("after", "workers"), [(1, 1), (3, 2), (7, 1)])
def test_killed_and_run_again_the_seal_is_byte_identical(
    finished: Path, tmp_path: Path, after: int, workers: int
) -> None:
    folder = tmp_path / "killed"
    script = KILLED.format(traps=TRAPS, key=KEY, after=after, workers=workers)
    killed = subprocess.run([sys.executable, "-c", script, str(folder)], check=False, timeout=120)
    assert killed.returncode == -signal.SIGKILL
    before = list(read_log(folder / NAME))
    assert len(before) == after
    run(*small(), folder, workers=1, cache=None)
    assert len(list(read_log(folder / NAME))) == 8
    assert list(read_log(folder / NAME))[:after] == before
    seal(folder)
    assert sealed(folder) == sealed(finished)


def test_another_plan_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run(*small(traps=["C9-upload"], seeds=[1]), folder, workers=1)
    before = sealed(folder)
    with pytest.raises(BadInput, match=r"belongs to another plan \(seeds differ\)"):
        run(*small(traps=["C9-upload"], seeds=[2]), folder, workers=1)
    assert sealed(folder) == before


def test_a_strange_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(BadInput, match="not empty and no run"):
        run(*small(), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_an_unfinished_run_is_not_sealed(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run(*small(traps=["C9-upload"], seeds=[1]), folder, workers=1)
    lines = (folder / NAME).read_bytes().splitlines(keepends=True)
    (folder / NAME).write_bytes(b"".join(lines[:-1]))
    with pytest.raises(BadInput, match="lacks 1 cells"):
        seal(folder)
    assert not (folder / "manifest.json").exists()


def test_the_key_is_hidden_until_the_seal(tmp_path: Path, finished: Path) -> None:
    folder = tmp_path / "run"
    plan, key = small(traps=["C9-upload"], seeds=[1])
    run(plan, key, folder, workers=1)
    texts = [p.read_text() for p in folder.iterdir() if p.name not in ("key", "lock")]
    assert not any(key in text for text in texts)
    assert (folder / "key").stat().st_mode & 0o077 == 0
    assert read_folder(folder) == (plan, key)
    assert json.loads((finished / "manifest.json").read_text())["key"] == KEY


def test_verify_holds_and_rescoring_gives_the_same_verdicts(finished: Path) -> None:
    findings = verify(finished, rescore=True)
    assert [f.what for f in findings if not f.passed] == []
    assert findings[-1].what == "verdicts come out again"


def edited(folder: Path, copy: Path, name: str, old: bytes, new: bytes) -> Path:
    copy.mkdir()
    for path in folder.iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    data = (copy / name).read_bytes()
    if name.endswith(".xz"):
        data = lzma.compress(lzma.decompress(data).replace(old, new, 1))
    else:
        assert old in data
        data = data.replace(old, new, 1)
    (copy / name).write_bytes(data)
    return copy


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("cells.csv", b",1,,", b",0,,"),
        ("traps.csv", b"C1", b"C2"),
        ("log.jsonl.xz", b'"passed":false', b'"passed":true'),
        ("manifest.json", b'"key": "a7', b'"key": "a8'),
        ("plan.json", b'"C9-upload"', b'"C9-Upload"'),
    ],
)
def test_tampering_is_found(
    finished: Path, tmp_path: Path, name: str, old: bytes, new: bytes
) -> None:
    copy = edited(finished, tmp_path / "copy", name, old, new)
    assert [finding for finding in verify(copy) if not finding.passed]


def test_nothing_an_agent_or_memory_sees_names_trap_construct_or_condition(finished: Path) -> None:
    for record, _ in read_sealed(finished):
        for session in record.sessions:
            seen = session.context + canonical([note.model_dump() for note in session.notes])
            for word in (record.key.trap_id, record.key.condition, "C1", "C9"):
                assert word not in seen.split()


def test_the_verdict_never_enters_an_episode(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    plan, key = make_plan(
        ["tests.harness.spies:Spy"], ["reader-literal"], ["C1-envelope"], [1], key=KEY
    )
    run(plan, key, folder, workers=1)
    [record] = read_log(folder / NAME)
    told = record.sessions[-1].context
    assert "episode fields: context, diff, id, notes, output, project, prompt, session" in told
    checks = [check.id for session in record.sessions for check in session.verdict.checks]
    assert checks
    assert not any(word in told for word in (*checks, "passed", "verdict"))


@pytest.mark.parametrize("step", ["Start", "Write", "Sleep", "Read", "Wrong"])
def test_a_memory_that_fails_ends_its_cell_as_infra(tmp_path: Path, step: str) -> None:
    plan, key = make_plan(
        [f"tests.harness.spies:Fails{step}"], ["reader-literal"], ["C9-upload"], [1], key=KEY
    )
    run(plan, key, tmp_path / "run", workers=1)
    [record] = read_log(tmp_path / "run" / NAME)
    assert record.failed_party == "infra"
    assert not record.passed
    assert ("not a Recall" if step == "Wrong" else "broken on purpose") in record.detail
    assert seal(tmp_path / "run")["excluded"] == 1


def test_no_two_cells_share_a_namespace(tmp_path: Path) -> None:
    plan, key = make_plan(
        ["tests.harness.spies:Spy"], ["reader-literal", "reader-careful"], TRAPS, [1, 2], key=KEY
    )
    run(plan, key, tmp_path / "run", workers=1)
    names = [
        record.sessions[-1].context.split("namespace: ")[1].split()[0]
        for record in read_log(tmp_path / "run" / NAME)
    ]
    assert len(names) == len(set(names)) == 8
    assert not any("C1" in name or "spies" in name for name in names)


def test_the_budget_binds_every_condition(tmp_path: Path) -> None:
    plan, key = small(conditions=["B5", "ideal"], budget=Budget(items=1, words=80), seeds=[1])
    run(plan, key, tmp_path / "run", workers=1)
    for record in read_log(tmp_path / "run" / NAME):
        for session in record.sessions:
            shown = [item for item in session.recalls if item.shown]
            assert len(shown) <= 1
            assert sum(item.words for item in shown) <= 80
