"""All notebooks as one batch: what runs after what, in parallel where nothing forbids it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, NamedTuple

from dreambench_lib.errors import BadInput, DreamBenchError, unknown
from dreambench_lib.report import books, unchanged
from dreambench_lib.report.pairs import source_digest
from dreambench_lib.report.places import ROOT, output, shown
from dreambench_lib.report.record import Value, records, write_records
from dreambench_lib.report.render import entry, index, render
from dreambench_lib.report.steps import Step, steps_for
from dreambench_lib.shipped import need_tree

Progress = Callable[[Step, int, int], None]
"""Called with (step just finished, steps done, steps in all)."""


class Done(NamedTuple):
    """A step that ran."""

    step: str
    html: str
    """Where its page is."""
    records: dict[str, Value]
    kept: bool = False
    """Whether it stands as an earlier batch left it."""


def reproduce(
    source: str | None = None,
    only: Iterable[str] = (),
    *,
    workers: int = 2,
    progress: Progress | None = None,
    force: bool = False,
) -> list[Done]:
    """Run the notebooks; pages go to ``paper/rendered/``, records to ``paper/records/``.

    The whole batch is kept as it stands when nothing that it reads has changed since it last ran.

    Args:
        source: Run the notebooks that take a source on this one, instead of the whole batch.
        only: Numbers, names or step names: just these steps.
        workers: Notebooks at a time, each in a process of its own.
        force: Run the whole batch even so.
    """
    need_tree("notebooks")
    wanted = list(only)
    steps = _chosen(steps_for(source), wanted)
    before = unchanged.read() if source is None and not wanted else ""
    if before and not force and unchanged.unchanged(before):
        return [_kept(step) for step in steps]
    finished: dict[str, Done] = {}
    waiting, running = list(steps), dict[Future[Done], Step]()
    with ThreadPoolExecutor(max(1, workers)) as pool:
        try:
            while waiting or running:
                names = {step.name for step in waiting} | {s.name for s in running.values()}
                for step in [s for s in waiting if not names & set(s.after)]:
                    running[pool.submit(_run, step)] = step
                    waiting.remove(step)
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    step = running.pop(future)
                    finished[step.name] = future.result()
                    if progress:
                        progress(step, len(finished), len(steps))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    _index()
    if before:
        unchanged.stamp(before)
    return [finished[step.name] for step in steps]


def _run(step: Step) -> Done:
    executed = output("paper", "rendered", f"{step.name}.ipynb")
    run_notebook(step.notebook, executed, step.parameters)
    found = records(executed)
    write_records(
        found,
        output("paper", "records", f"{step.name}.json"),
        notebook=step.notebook,
        source=source_digest(step.notebook),
        parameters=step.parameters,
    )
    html = executed.with_suffix(".html")
    render(executed, html, step.parameters)
    return Done(step.name, shown(html), found)


def _kept(step: Step) -> Done:
    html = output("paper", "rendered", f"{step.name}.html")
    found = records(output("paper", "records", f"{step.name}.json"))
    return Done(step.name, shown(html), found, kept=True)


def run_notebook(name: str, executed: Path, parameters: dict[str, Any]) -> None:
    """One notebook in a fresh process; its fault comes back as one sentence with its name."""
    command = [sys.executable, "-m", "dreambench_lib.report.execute", name, str(executed)]
    told = json.dumps(parameters)
    done = subprocess.run(command, input=told, capture_output=True, text=True, env=_environment())
    if done.returncode == 2:
        raise BadInput(f"{name}: {done.stderr.strip().splitlines()[-1]}")
    if done.returncode:
        tail = "\n".join(done.stderr.strip().splitlines()[-12:])
        raise DreamBenchError(f"{name} stopped with exit code {done.returncode}:\n{tail}")


def _environment() -> dict[str, str]:
    import os

    path = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{path}" if path else str(ROOT)}


def _chosen(steps: list[Step], only: list[str]) -> list[Step]:
    if not only:
        return steps
    for word in only:
        if not any(step.answers_to(word) for step in steps):
            raise unknown("step", word, [step.name for step in steps])
    return [step for step in steps if any(step.answers_to(word) for word in only)]


def _index() -> None:
    """The page that leads to everything rendered so far, whichever batch made it."""
    folder = output("paper", "rendered")
    pages = []
    for told in sorted(output("paper", "records").glob("*.json"), key=lambda path: path.stem):
        executed = folder / f"{told.stem}.ipynb"
        if executed.is_file():
            parameters = json.loads(told.read_text(encoding="utf-8"))["parameters"]
            pages.append(entry(books.read(executed), f"{told.stem}.html", parameters))
    index(pages, folder / "index.html")
