"""Outcomes in Inspect logs (``.eval``, extra ``inspect``), through inspect-ai's own reader.

A log is one system's run: its samples are the clusters, its epochs the replicates. A sample that
ended in an error is no outcome; a log that did not finish is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.report.outcomes.tidy import Outcomes, Row, roles_of, tidy

SYSTEMS: dict[str, Callable[[Any, Path], str]] = {
    "model": lambda log, path: str(log.eval.model),
    "task": lambda log, path: str(log.eval.task),
    "solver": lambda log, path: str(log.eval.solver or ""),
    "log": lambda log, path: path.stem,
}
"""What may tell systems apart: ``--columns system=NAME``."""
_LETTERS = {"C": 1, "I": 0, "N": 0}
"""Inspect's grades: correct, incorrect, no answer."""


def recognises(path: Path) -> bool:
    """Whether a path is a log, or a folder that holds logs."""
    return path.suffix == ".eval" or (path.is_dir() and any(path.glob("*.eval")))


def read(path: Path, columns: Mapping[str, str] | None = None) -> Outcomes:
    """The outcomes of one log or of a folder of logs.

    Args:
        columns: ``system``: one of `SYSTEMS` (default model). ``cluster``: ``id`` or
            ``metadata.KEY``. ``score``: a scorer's name, where a log has several.
    """
    names = roles_of(columns, {"system": "model", "cluster": "id", "score": ""})
    if names["system"] not in SYSTEMS:
        raise unknown("system of Inspect logs", names["system"], SYSTEMS)
    left_out: list[str] = []
    rows = list(_rows(sorted(path.glob("*.eval")) if path.is_dir() else [path], names, left_out))
    return tidy(rows, path.name, left_out)


def _rows(logs: list[Path], names: Mapping[str, str], left_out: list[str]) -> Iterator[Row]:
    try:
        from inspect_ai.log import read_eval_log, read_eval_log_sample_summaries
    except ImportError:
        raise BadInput(
            "reading Inspect logs needs inspect-ai: pip install 'dreambench[inspect]'"
        ) from None
    heads = []
    for path in logs:
        try:
            heads.append(read_eval_log(str(path), header_only=True))
        except Exception as fault:  # the reader raises what its archive reader does
            raise BadInput(
                f"{path.name} is no Inspect log ({type(fault).__name__}): give one"
            ) from None
    several = len({head.eval.task for head in heads}) > 1 and names["system"] != "task"
    for path, head in zip(logs, heads, strict=True):
        if head.status != "success":
            raise BadInput(
                f"{path.name} has the status {head.status}: finish it (inspect eval-retry)"
            )
        for sample in read_eval_log_sample_summaries(str(path)):
            place = f"sample {sample.id}, epoch {sample.epoch}"
            if sample.error:
                left_out.append(f"{path.name}, {place}: {str(sample.error).splitlines()[0][:80]}")
                continue
            cluster = _cluster(sample, names["cluster"], path)
            if several:
                cluster = f"{head.eval.task}/{cluster}"
            system = SYSTEMS[names["system"]](head, path)
            score = _score(sample.scores or {}, names["score"], path, place)
            yield Row(f"{place} of {path.name}", system, cluster, str(sample.epoch), score)


def _cluster(sample: Any, name: str, path: Path) -> str:
    if name == "id":
        return str(sample.id)
    key = name.removeprefix("metadata.")
    known = dict(sample.metadata or {})
    if key == name or key not in known:
        raise unknown(f"cluster in {path.name}", name, ["id", *(f"metadata.{k}" for k in known)])
    return str(known[key])


def _score(scores: Mapping[str, Any], scorer: str, path: Path, place: str) -> Any:
    if not scorer and len(scores) > 1:
        raise BadInput(
            f"{path.name} has several scorers ({', '.join(scores)}): choose one with "
            "--columns score=NAME"
        )
    if scorer and scorer not in scores:
        raise unknown(f"scorer in {path.name}", scorer, scores)
    if not scores:
        raise BadInput(f"{place} of {path.name} has no score: score the log first (inspect score)")
    value = scores[scorer or next(iter(scores))].value
    if value == "P":
        raise BadInput(
            f"{place} of {path.name} is partially correct: only whole scores are compared exactly; "
            "score the log with a scorer that decides (inspect score)"
        )
    return _LETTERS.get(value, value) if isinstance(value, str) else value
