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

from ..apart import ready, versions
from ..errors import BadInput, DreamBenchError
from ..memory.conditions import condition
from .disk import writable
from .folder import KEY, LOG, MANIFEST, is_sealed, manifest, read_folder
from .log import LOCK, locked, ordered
from .plan import Plan
from .receipts import Written
from .sandboxes import open_sandbox
from .sealed_files import write_sealed
from .status import attempts


def seal(folder: Path, *, root: Path | None = None) -> dict[str, Any]:
    """Seal the finished run in `folder`; returns its manifest. A sealed run is left as it is.

    Args:
        root: The folder of private traps.

    Raises:
        BadInput: cells are missing, or another process is running in the folder.
    """
    if is_sealed(folder):
        return manifest(folder)
    plan, key = read_folder(folder)
    with writable(folder), locked(folder):
        if is_sealed(folder):  # by another process, since we looked
            return manifest(folder)
        cells, records = ordered(folder / LOG)
        planned = len(plan.cells())
        if missing := planned - len(cells):
            raise BadInput(
                f"{folder.name} lacks {missing} cells of {planned}: finish it with 'dreambench "
                "run' first"
            )
        return _sealed(folder, plan, key, records, root)


def _sealed(
    folder: Path, plan: Plan, key: str, records: Iterable[Written], root: Path | None
) -> dict[str, Any]:
    # Written beside, moved in, the manifest last: a crash leaves an unsealed run.
    draft = Path(tempfile.mkdtemp(prefix=".seal-", dir=folder))
    try:
        head = write_sealed(plan, key, records, root, draft)
        for name in [*head["files"], MANIFEST]:
            _force_out(draft / name)
            os.replace(draft / name, folder / name)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    (folder / "environment.json").write_text(
        json.dumps(_environment(folder, plan), indent=1, sort_keys=True) + "\n", encoding="utf-8"
    )
    _force_out(folder)
    # The log last: while it is there, the run does not count as sealed and can be sealed again.
    for name in (KEY, LOCK, LOG):
        (folder / name).unlink(missing_ok=True)
    return head


def _force_out(path: Path) -> None:
    """To the disk itself: the log goes only when what replaces it would survive a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _environment(folder: Path, plan: Plan) -> dict[str, Any]:
    """What the cells ran in, as the run noted when it last started; where it is sealed may differ.

    A run whose attempts are lost is described by the machine that seals it.
    """
    starts = [one for one in attempts(folder) if one["event"] == "start"]
    ran = starts[-1] if starts else _here(plan)
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "sandbox": plan.sandbox,
        "interpreter": ran["interpreter"],
        "battery": ran["battery"],
        **({"apart": apart} if (apart := _apart(plan)) else {}),
    }


def _here(plan: Plan) -> dict[str, Any]:
    sandbox = open_sandbox(plan.sandbox)
    try:
        inside = sandbox.interpreter()
    except DreamBenchError as fault:  # a run is sealed where it lies, with or without its sandbox
        inside = f"not known: {fault}"
    checks = {check.name: check.passed for check in sandbox.check()}
    return {"interpreter": inside, "battery": checks}


def _apart(plan: Plan) -> dict[str, dict[str, str]]:
    """Every package, and its version, of what the conditions run in beside this program."""
    parts = {part for name in plan.conditions for part in condition(name).apart}
    return {part: versions(part) if ready(part) else {} for part in sorted(parts)}
