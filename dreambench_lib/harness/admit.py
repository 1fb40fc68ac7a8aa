"""The traps' gates in the real sandbox: referee, readers and marks brought together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from joblib import Parallel, delayed

from ..agents.bench import reader_bench
from ..errors import NoSandbox
from ..records import Verdict
from ..traps.admission import examine
from ..traps.bench import Bench, Course, GateResult
from ..traps.keys import parse_key
from ..traps.template import Template

T = TypeVar("T")


@contextmanager
def real_bench(key: str, seeds: Iterable[int], run: bool = True) -> Iterator[Bench]:
    """A bench whose judge is a referee session of its own; `run = False`: one that cannot judge."""
    from .referee import Referee
    from .sandboxes import open_sandbox

    if not run:
        yield reader_bench(_no_judge, parse_key(key), seeds)
        return
    with Referee(open_sandbox()).session() as judge:
        yield reader_bench(judge, parse_key(key), seeds)


def _no_judge(*_: object) -> Verdict:
    raise NoSandbox("this bench was opened without a sandbox: nothing can be judged")


def each_course(
    traps: Mapping[str, Template],
    key: str,
    seeds: int,
    task: Callable[[Course], T],
    run: bool = True,
    workers: int = 2,
) -> Iterator[tuple[str, T]]:
    """`task` over each trap's course, in parallel; yields (id, its result) as they finish.

    Args:
        task: A function of a module (it travels to worker processes).
        run: False where `task` needs no judge.
    """
    jobs = ((trap, key, seeds, task, run) for trap in traps.values())
    if workers == 1 or len(traps) == 1:
        for job in jobs:
            yield _one(*job)
        return
    pool = Parallel(n_jobs=workers, return_as="generator_unordered", batch_size=1)
    yield from pool(delayed(_one)(*job) for job in jobs)


def _one(
    trap: Template, key: str, seeds: int, task: Callable[[Course], T], run: bool
) -> tuple[str, T]:
    with real_bench(key, range(1, seeds + 1), run) as bench:
        return trap.id, task(Course(trap, bench))


def _examine(course: Course) -> list[GateResult]:
    return examine(course.template, course.bench)


def _lint(course: Course) -> list[GateResult]:
    return examine(course.template, course.bench, run=False)


def check_all(
    traps: Mapping[str, Template], key: str, seeds: int, run: bool = True, workers: int = 2
) -> Iterator[tuple[str, list[GateResult]]]:
    """Examine `traps` in parallel; yields (id, verdicts) as they finish."""
    yield from each_course(traps, key, seeds, _examine if run else _lint, run, workers)
