"""Sealing a finished run: records in cell order, chained, tabulated, the key revealed.

Sealed bytes hold no wall time and no fact of the environment: those stand beside, in
`environment.json`.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..errors import BadInput, DreamBenchError
from ..records import CellRecord
from .disk import writable
from .folder import KEY, LOG, MANIFEST, is_sealed, manifest, read_folder
from .log import ordered
from .plan import Plan
from .sandboxes import open_sandbox
from .sealed_files import write_sealed


def seal(folder: Path, *, root: Path | None = None) -> dict[str, Any]:
    """Seal the finished run in `folder`; returns its manifest. A sealed run is left as it is.

    Args:
        root: The folder of private traps.
    """
    if is_sealed(folder):
        return manifest(folder)
    plan, key = read_folder(folder)
    cells, records = ordered(folder / LOG)
    missing = len(plan.cells()) - len(cells)
    if missing:
        raise BadInput(
            f"{folder.name} lacks {missing} cells: finish it with 'dreambench run' first"
        )
    with writable(folder):
        return _sealed(folder, plan, key, records, root)


def _sealed(
    folder: Path, plan: Plan, key: str, records: Iterable[CellRecord], root: Path | None
) -> dict[str, Any]:
    # Written beside, moved in, the manifest last: a crash leaves an unsealed run.
    draft = Path(tempfile.mkdtemp(prefix=".seal-", dir=folder))
    try:
        head = write_sealed(plan, key, records, root, draft)
        for name in [*head["files"], MANIFEST]:
            os.replace(draft / name, folder / name)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    (folder / "environment.json").write_text(
        json.dumps(_environment(plan), indent=1, sort_keys=True) + "\n", encoding="utf-8"
    )
    # The log last: while it is there, the run does not count as sealed and can be sealed again.
    for name in (KEY, "lock", LOG):
        (folder / name).unlink(missing_ok=True)
    return head


def _environment(plan: Plan) -> dict[str, Any]:
    sandbox = open_sandbox(plan.sandbox)
    try:
        inside = sandbox.interpreter()
    except DreamBenchError as fault:  # a run is sealed where it lies, with or without its sandbox
        inside = f"not known: {fault}"
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "sandbox": plan.sandbox,
        "interpreter": inside,
        "battery": {check.name: check.passed for check in sandbox.check()},
    }
