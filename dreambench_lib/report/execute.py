"""One notebook, run by papermill in this process; meant for a fresh process each time.

``python -m dreambench_lib.report.execute NAME OUT`` with the parameters as JSON on standard input.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from dreambench_lib.errors import BadInput, DreamBenchError
from dreambench_lib.report.pairs import NOTEBOOKS
from dreambench_lib.report.places import ROOT

_SENTENCES = {"BadInput", "StatsInputError", "NoSandbox", "Infra"}


def execute(name: str, out: Path, parameters: dict[str, Any], folder: Path = NOTEBOOKS) -> None:
    """Run `NAME.py` with these parameters and write the normalised, executed notebook to `out`.

    A parameter that the notebook does not have is refused; a fault that a user can mend comes out
    as its one sentence.
    """
    from dreambench_lib.report import books, normal, pairs
    from dreambench_lib.report.parameters import refuse_unknown

    notebook = pairs.source(name, folder)
    with tempfile.TemporaryDirectory(prefix="db-") as place:
        plain, done = Path(place) / "in.ipynb", Path(place) / "out.ipynb"
        books.write(notebook, plain)
        refuse_unknown(parameters, _known(plain), name)
        _environment(place)
        try:
            executed = _papermill(plain, done, parameters)
        except DreamBenchError:
            if done.is_file():
                out.parent.mkdir(parents=True, exist_ok=True)
                out.with_suffix(".failed.ipynb").write_bytes(done.read_bytes())
            raise
        books.write(normal.normalise(executed), out)


def _papermill(plain: Path, done: Path, parameters: dict[str, Any]) -> Any:
    import papermill
    from papermill.exceptions import PapermillExecutionError
    from traitlets.config import Config

    try:
        return papermill.execute_notebook(
            str(plain),
            str(done),
            parameters=parameters,
            kernel_name="python3",
            progress_bar=False,
            start_timeout=180,
            execution_timeout=900,
            # Unix sockets: TCP ports collide when notebooks start at the same time (and so does
            # the default socket name, which is the same for every kernel of a folder).
            config=Config({"KernelManager": {"transport": "ipc", "ip": str(done.parent / "k")}}),
        )
    except PapermillExecutionError as fault:
        sentence = fault.evalue if fault.ename in _SENTENCES else f"{fault.ename}: {fault.evalue}"
        raise BadInput(sentence) from None


def _known(plain: Path) -> list[str]:
    import papermill

    return list(papermill.inspect_notebook(str(plain)))


def _environment(place: str) -> None:
    """What the kernel inherits: this library, no user's kernels, quiet, hash order fixed."""
    path = os.environ.get("PYTHONPATH")
    os.environ.update(
        PYTHONPATH=f"{ROOT}{os.pathsep}{path}" if path else str(ROOT),
        PYTHONHASHSEED="0",
        PYDEVD_DISABLE_FILE_VALIDATION="1",
        JUPYTER_RUNTIME_DIR=place,
        JUPYTER_DATA_DIR=f"{place}/data",
        IPYTHONDIR=f"{place}/ipython",
    )


def main() -> int:
    """Exit code 2 and one sentence for what a user can mend."""
    name, out = sys.argv[1], Path(sys.argv[2])
    try:
        execute(name, out, json.load(sys.stdin))
    except DreamBenchError as fault:
        sys.stderr.write(f"{fault}\n")
        return fault.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
