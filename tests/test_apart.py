"""Installing apart, for real, from files: no registry is asked."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dreambench_lib import apart
from dreambench_lib.apart import entries, places
from dreambench_lib.cli import app
from dreambench_lib.errors import BadInput


def wheel(folder: Path, version: str) -> str:
    """A requirement on a package of one line, as a file."""
    path = folder / f"tiny_thing-{version}-py3-none-any.whl"
    info = f"tiny_thing-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("tiny_thing.py", f"version = {version!r}\n")
        made.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: tiny-thing\n"
                                          f"Version: {version}\n")  # fmt: skip
        made.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: "
                                       "py3-none-any\n")  # fmt: skip
        made.writestr(f"{info}/RECORD", "")
    return f"tiny-thing @ {path.as_uri()}"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty table; what it installs lies under the test's folder."""
    here = tmp_path / "table"
    here.mkdir()
    monkeypatch.setattr(entries, "_table", lambda: here)
    monkeypatch.setenv(places.PLACE, str(tmp_path / "apart"))
    return here


def write(table: Path, name: str, kind: str, *requires: str) -> None:
    lines = [f'kind = "{kind}"', 'about = "a test"', f"requires = {json.dumps(requires)}"]
    (table / f"{name}.toml").write_text("\n".join(lines))


def test_every_shipped_entry_is_pinned() -> None:
    for name in apart.names():
        one = apart.entry(name)
        assert one.requires
        for requirement in (*one.requires, *one.no_deps):
            assert "==" in requirement or (one.kind == "npm" and "@" in requirement[1:]), (
                requirement
            )


def test_a_package_is_installed_and_another_pin_is_another_place(
    table: Path, tmp_path: Path
) -> None:
    write(table, "tiny", "venv", wheel(tmp_path, "1.0"))
    assert not apart.ready("tiny")
    with pytest.raises(BadInput, match="run  dreambench install tiny"):
        apart.python("tiny")
    first = apart.install("tiny")
    assert apart.versions("tiny") == {"tiny-thing": "1.0"}
    asked = [apart.python("tiny"), "-I", "-c", "import tiny_thing; print(tiny_thing.version)"]
    assert subprocess.check_output(asked, text=True) == "1.0\n"
    assert apart.install("tiny", say=pytest.fail) == first
    write(table, "tiny", "venv", wheel(tmp_path, "1.1"))
    assert not apart.ready("tiny")
    assert apart.install("tiny") != first
    assert apart.versions("tiny") == {"tiny-thing": "1.1"}


def test_what_was_left_half_installed_is_made_anew(table: Path, tmp_path: Path) -> None:
    write(table, "tiny", "venv", wheel(tmp_path, "1.0"))
    place = apart.folder("tiny")
    place.mkdir(parents=True)
    (place / "rubbish").write_text("from a killed installer")
    apart.install("tiny")
    assert not (place / "rubbish").exists()


def test_a_failure_is_one_sentence_and_leaves_nothing(table: Path, tmp_path: Path) -> None:
    write(table, "tiny", "venv", f"tiny-thing @ {(tmp_path / 'gone-1.0.whl').as_uri()}")
    with pytest.raises(BadInput, match=r"tiny could not be installed .*try again") as caught:
        apart.install("tiny")
    assert "\n" not in str(caught.value)
    assert not apart.folder("tiny").exists()


def test_one_that_fails_does_not_keep_the_others_away(table: Path, tmp_path: Path) -> None:
    write(table, "gone", "venv", f"gone-thing @ {(tmp_path / 'gone-1.0.whl').as_uri()}")
    write(table, "tiny", "venv", wheel(tmp_path, "1.0"))
    done = CliRunner().invoke(app, ["install", "gone", "tiny"])
    assert isinstance(done.exception, BadInput)
    assert "gone could not be installed" in str(done.exception)
    assert apart.ready("tiny")


def test_an_npm_package_is_installed(table: Path, tmp_path: Path) -> None:
    if shutil.which("npm") is None:
        pytest.skip("npm is not here")
    source = tmp_path / "small"
    source.mkdir()
    (source / "package.json").write_text(json.dumps({"name": "small", "version": "2.0.0"}))
    packed = subprocess.check_output(["npm", "pack", "--silent"], cwd=source, text=True).strip()
    write(table, "small", "npm", f"file:{source / packed}")
    apart.install("small")
    assert apart.versions("small") == {"small": "2.0.0"}
    with pytest.raises(BadInput, match="no Python environment"):
        apart.python("small")


def test_npm_that_is_not_there_is_named(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(table, "small", "npm", "small@2.0.0")
    monkeypatch.setenv("PATH", str(table))
    with pytest.raises(BadInput, match=r"npm, which is not here: install Node\.js"):
        apart.install("small")


@pytest.mark.parametrize("text", ["kind = 3", "kind = 'venv'\nabout = ''", "]["])
def test_a_bad_entry_is_named(table: Path, text: str) -> None:
    (table / "bad.toml").write_text(text)
    with pytest.raises(BadInput, match=r"apart/table/bad\.toml is no entry"):
        apart.entry("bad")


def test_a_wrong_name_lists_the_right_ones(table: Path) -> None:
    write(table, "tiny", "venv", "tiny==1")
    with pytest.raises(BadInput, match=r"unknown installable 'tinny': did you mean 'tiny'\?"):
        apart.install("tinny")
