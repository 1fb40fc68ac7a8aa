"""Which file holds outcomes, and who reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from dreambench_lib.errors import BadInput
from dreambench_lib.report.outcomes import delimited, harbor_job, inspect_log, parquet
from dreambench_lib.report.outcomes.tidy import Outcomes


class Format(NamedTuple):
    """A kind of file or folder."""

    what: str
    recognises: Callable[[Path], bool]
    read: Callable[[Path, Mapping[str, str] | None], Outcomes]


FORMATS = (
    Format("CSV or TSV", delimited.recognises, delimited.read),
    Format("parquet", parquet.recognises, parquet.read),
    Format("Inspect logs (.eval)", inspect_log.recognises, inspect_log.read),
    Format("a Harbor job folder", harbor_job.recognises, harbor_job.read),
)


def is_outcomes(path: Path) -> bool:
    """Whether a path holds others' outcomes; a run of ours, known by its manifest, does not.

    >>> is_outcomes(Path("nowhere/else.csv")), is_outcomes(Path("published"))
    (True, False)
    """
    if path.is_dir() and any((path / name).exists() for name in ("manifest.json", "plan.json")):
        return False
    return any(one.recognises(path) for one in FORMATS)


def load_outcomes(path: Path, columns: Mapping[str, str] | None = None) -> Outcomes:
    """The outcomes in a file or folder.

    Args:
        columns: Role (system, cluster, replicate, score) -> the column or field that holds it.

    Raises:
        BadInput: What is there cannot be read, or is no outcome; the sentence names the place.
    """
    for one in FORMATS:
        if one.recognises(path):
            if not path.exists():
                raise BadInput(f"{path} does not exist: give {', '.join(f.what for f in FORMATS)}")
            return one.read(path, columns)
    raise BadInput(
        f"{path} holds no outcomes that can be read: give {', '.join(one.what for one in FORMATS)}"
    )
