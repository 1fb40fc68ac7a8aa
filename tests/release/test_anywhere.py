"""Analysis needs no sandbox and no Linux: with both taken away, all but running works.

macOS and Windows themselves are not run here. What they lack is taken away instead: bubblewrap by
a mount over it, Docker by an address where nothing listens, and names of the standard library.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dreambench_lib import shipped

FOREIGN = (
    "asyncio,docker,httpx,inspect_ai,IPython,jinja2,joblib,jupytext,matplotlib.pyplot,"
    "multiprocessing.pool,nbconvert,nbformat,numpy,openai,pandas,papermill,pydantic,rich,"
    "scipy.stats,seaborn,statsmodels.api,subprocess,tempfile,typer,distributed"
)
CALLS = {
    "compare": ["compare", "published", "DF-hybrid", "B5", "--json"],
    "runs": ["runs", "list", "--json"],
    "conditions": ["conditions", "list", "--json"],
    "memora": ["memora", "reconcile", "--json"],
    "traps": ["traps", "list", "--json"],
    "evaluate": ["plan", "evaluate", "results/published", "published", "--json"],
    "memory": ["memory", "show", "offline-60", "B5/reader-careful/C3-withdrawn/1", "--json"],
    "run": ["run", "--conditions", "B0", "--traps", "C1-watch-path", "--seeds", "1"],
    "docker": ["run", "--conditions", "B0", "--traps", "C1-watch-path", "--sandbox", "docker"],
    "doctor": ["doctor", "--json"],
}
PROGRAM = """
import contextlib, io, json, sys
from dreambench_lib.cli import main
told = {}
for name, words in json.loads(sys.argv[1]).items():
    sys.argv = ["dreambench", *words]
    out, err, code = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as stop:
            code = stop.code
    told[name] = [code, out.getvalue(), err.getvalue()]
from dreambench_lib.report.frames import load
frames = load("offline-60")
told["frames"] = [0, json.dumps([len(frames.cells), frames.conditions]), ""]
print(json.dumps(told))
"""
Told = dict[str, list[object]]


def hidden() -> list[str]:
    """Words before a command that hide bubblewrap from it (by means of bubblewrap)."""
    bubble = shutil.which("bwrap")
    if not bubble:
        return []
    return [bubble, "--dev-bind", "/", "/", "--ro-bind", "/dev/null", os.path.realpath(bubble)]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """What each command answers where no sandbox is."""
    done = subprocess.run(
        [*hidden(), sys.executable, "-c", PROGRAM, json.dumps(CALLS)],
        cwd=shipped.TREE,
        env={**os.environ, "DOCKER_HOST": "unix:///nonexistent/socket", "COLUMNS": "200"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    answers: Told = json.loads(done.stdout)
    return answers


@pytest.mark.parametrize("name", [*CALLS][:7])
def test_analysis_works_without_a_sandbox(told: Told, name: str) -> None:
    code, out, err = told[name]
    assert code == 0, err
    assert json.loads(str(out))


def test_what_it_says_is_the_same(told: Told) -> None:
    assert json.loads(str(told["compare"][1]))["p_exact"] == "271801/524288"
    cells, conditions = json.loads(str(told["frames"][1]))
    assert cells == sum(1 for _ in _lines("offline-60")) - 1
    assert "B5" in conditions


def test_nothing_runs_without_a_sandbox_and_one_sentence_says_why(told: Told) -> None:
    for name, remedy in (("run", "apt install bubblewrap"), ("docker", "DOCKER_HOST")):
        code, out, err = told[name]
        assert code == 2
        assert not out
        (sentence,) = str(err).strip().splitlines()
        assert remedy in sentence
        assert sentence.endswith("nothing was run")
    code, out, _ = told["doctor"]
    assert code == 1
    states = {(f["kind"], f["name"]): f["ready"] for f in json.loads(str(out))["findings"]}
    assert not states["sandbox", "bubblewrap"]
    assert not states["sandbox", "docker"]


def test_everything_but_what_runs_inside_imports_where_linux_names_are_missing() -> None:
    program = Path(__file__).with_name("anywhere.py")
    done = subprocess.run(
        [sys.executable, str(program), FOREIGN], capture_output=True, text=True, cwd=shipped.TREE
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""


def _lines(run: str) -> list[str]:
    return (shipped.ROOT / "results" / run / "cells.csv").read_text(encoding="utf-8").splitlines()
