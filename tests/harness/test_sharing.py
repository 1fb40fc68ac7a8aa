"""Looking at a run, comparing two, and sending one to somebody else."""

from __future__ import annotations

import io
import json
import lzma
import shutil
import tarfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dreambench_lib.cli import app
from dreambench_lib.errors import BadInput
from dreambench_lib.harness.difference import difference
from dreambench_lib.harness.folder import is_sealed
from dreambench_lib.harness.log import NAME
from dreambench_lib.harness.pack import pack, unpack
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.harness.status import status
from dreambench_lib.harness.verify import verify
from dreambench_lib.records import Budget

KEY = "a7" * 32


def finished(folder: Path, *, sealing: bool = True, **changes: object) -> Path:
    settings: dict[str, object] = {
        "conditions": ["B0", "B5"], "agents": ["reader-literal"],
        "traps": ["C1-envelope", "C9-upload"], "seeds": [1], "key": KEY, **changes,
    }  # fmt: skip
    plan, key = make_plan(**settings)  # type: ignore[arg-type]
    run(plan, key, folder, workers=1)
    if sealing:
        seal(folder)
    return folder


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished(tmp_path_factory.mktemp("sharing") / "mine")


# --- status -------------------------------------------------------------------------------------


def test_status_counts_a_run_that_is_under_way(tmp_path: Path) -> None:
    folder = finished(tmp_path / "run", sealing=False)
    lines = (folder / NAME).read_bytes().splitlines(keepends=True)
    (folder / NAME).write_bytes(b"".join(lines[:3]) + lines[3][:40])
    start = json.loads((folder / "attempts.jsonl").read_text().splitlines()[0])
    later = datetime.fromisoformat(start["time"]) + timedelta(seconds=6)
    seen = status(folder, later)
    assert (seen.cells, seen.done, seen.starts, seen.sealed) == (4, 3, 1, False)
    assert seen.rate == pytest.approx(0.5)
    assert seen.seconds_left == pytest.approx(2.0)


def test_status_of_a_sealed_run_is_whole(sealed: Path) -> None:
    seen = status(sealed)
    assert (seen.cells, seen.done, seen.sealed, seen.rate) == (4, 4, True, None)
    result = CliRunner().invoke(app, ["status", str(sealed), "--json"])
    assert json.loads(result.output)["passed"] == seen.passed > 0


def test_times_stay_out_of_sealed_files(sealed: Path) -> None:
    year = str(datetime.now(UTC).year)
    assert year in (sealed / "attempts.jsonl").read_text()
    manifest = json.loads((sealed / "manifest.json").read_text())
    assert "attempts.jsonl" not in manifest["files"]


# --- diff ---------------------------------------------------------------------------------------


def test_equal_runs_do_not_differ(sealed: Path, tmp_path: Path) -> None:
    again = finished(tmp_path / "again")
    compared = difference(sealed, again)
    assert compared.differences == []
    assert (compared.same_mint, compared.shared) == (True, 4)


def test_what_differs_is_named(sealed: Path, tmp_path: Path) -> None:
    other = finished(tmp_path / "other", conditions=["B0", "ideal"], key="b8" * 32)
    compared = difference(sealed, other)
    plan = {d.what: (d.first, d.second) for d in compared.differences if d.kind == "plan"}
    assert plan["conditions"] == ("also B5", "also ideal")
    assert "commitment" in plan
    assert not compared.same_mint
    assert [d.first for d in compared.differences if d.kind == "cells"] == ["2"]


def test_a_turned_outcome_is_named_with_its_checks(tmp_path: Path) -> None:
    settings = {"conditions": ["B0", "ideal"], "traps": ["C1-envelope"]}
    wide = finished(tmp_path / "wide", **settings)
    tight = finished(tmp_path / "tight", budget=Budget(items=0, words=0), **settings)
    compared = difference(wide, tight)
    [turned] = [d for d in compared.differences if d.kind == "outcome"]
    assert turned.what == "ideal/reader-literal/C1-envelope/1"
    assert turned.first == "passed"
    assert turned.second.startswith("failed ")
    assert any(d.kind == "plan" and d.what == "budget" for d in compared.differences)


# --- pack ---------------------------------------------------------------------------------------


def test_a_packed_run_comes_back_and_verifies(sealed: Path, tmp_path: Path) -> None:
    archive = pack(sealed, tmp_path / "a.tar.xz")
    assert archive.read_bytes() == pack(sealed, tmp_path / "b.tar.xz").read_bytes()
    folder = unpack(archive, tmp_path / "elsewhere")
    assert folder.name == "mine"
    assert all(finding.passed for finding in verify(folder))


def test_packing_what_is_not_sealed_or_would_overwrite_is_refused(
    sealed: Path, tmp_path: Path
) -> None:
    with pytest.raises(BadInput, match="not a sealed run"):
        pack(finished(tmp_path / "open", sealing=False), tmp_path / "x.tar.xz")
    pack(sealed, tmp_path / "x.tar.xz")
    with pytest.raises(BadInput, match="exists"):
        pack(sealed, tmp_path / "x.tar.xz")
    unpack(tmp_path / "x.tar.xz", tmp_path / "out")
    with pytest.raises(BadInput, match="exists"):
        unpack(tmp_path / "x.tar.xz", tmp_path / "out")


def archive_of(tmp_path: Path, entries: dict[str, bytes], kind: bytes = tarfile.REGTYPE) -> Path:
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as tar:
        for name, data in entries.items():
            member = tarfile.TarInfo(name)
            member.size, member.type, member.linkname = len(data), kind, "/etc/passwd"
            tar.addfile(member, io.BytesIO(data))
    made = tmp_path / "strange.tar.xz"
    made.write_bytes(lzma.compress(plain.getvalue()))
    return made


@pytest.mark.parametrize(
    "name", ["../evil/manifest.json", "/etc/x", "mine/../x", "mine/a/b", ".hidden/manifest.json"]
)
def test_entries_that_leave_the_folder_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match="no run of ours"):
        unpack(archive_of(tmp_path, {name: b"{}"}), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_links_extras_and_changed_files_are_refused(sealed: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no run of ours"):
        unpack(archive_of(tmp_path, {"mine/manifest.json": b""}, tarfile.SYMTYPE), tmp_path / "out")
    files = {
        f"mine/{path.name}": path.read_bytes()
        for path in sealed.iterdir()
        if path.name != "attempts.jsonl"
    }
    with pytest.raises(BadInput, match=r"extra\.py"):
        unpack(archive_of(tmp_path, {**files, "mine/extra.py": b""}), tmp_path / "out")
    changed = {**files, "mine/cells.csv": files["mine/cells.csv"] + b"x"}
    with pytest.raises(BadInput, match=r"cells\.csv is not as its manifest says"):
        unpack(archive_of(tmp_path, changed), tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_no_archive_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("no archive")
    with pytest.raises(BadInput, match="cannot be read"):
        unpack(tmp_path / "a.txt", tmp_path / "out")
    with pytest.raises(BadInput, match="there is no file"):
        unpack(tmp_path / "gone", tmp_path / "out")


def test_a_run_is_found_whole_or_not_at_all(sealed: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(sealed, tmp_path / "mine")
    (copy / "checks.csv").unlink()
    with pytest.raises(BadInput, match=r"lacks checks\.csv"):
        pack(copy, tmp_path / "x.tar.xz")
    assert not (tmp_path / "x.tar.xz").exists()


# --- killed while being sealed ------------------------------------------------------------------


@pytest.mark.parametrize("gone", [(), ("key",), ("key", "lock")])
def test_a_run_killed_while_being_sealed_is_sealed_again(
    sealed: Path, tmp_path: Path, gone: tuple[str, ...]
) -> None:
    folder = finished(tmp_path / "run", sealing=False)
    kept = {name: (folder / name).read_bytes() for name in (NAME, "key", "lock")}
    seal(folder)
    for name, data in kept.items():
        if name not in gone:
            (folder / name).write_bytes(data)
    assert not is_sealed(folder)
    seal(folder)
    assert is_sealed(folder)
    beside = {"environment.json", "attempts.jsonl"}
    made, whole = ({p.name: p.read_bytes() for p in f.iterdir()} for f in (folder, sealed))
    assert {n: b for n, b in made.items() if n not in beside} == {
        n: b for n, b in whole.items() if n not in beside
    }


@pytest.mark.parametrize("moment", [1, 2, 3])
def test_a_kill_while_tidying_up_leaves_nothing_behind_a_seal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    folder = finished(tmp_path / "run", sealing=False)
    real, times = Path.unlink, iter(range(1, 100))

    def dies(path: Path, missing_ok: bool = False) -> None:
        if path.parent == folder and next(times) == moment:
            raise KeyboardInterrupt
        real(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", dies)
    with pytest.raises(KeyboardInterrupt):
        seal(folder)
    monkeypatch.undo()
    assert not is_sealed(folder), "a run counts as sealed only when its working files are gone"
    seal(folder)
    assert not {NAME, "key", "lock"} & {path.name for path in folder.iterdir()}
    assert all(finding.passed for finding in verify(folder))
