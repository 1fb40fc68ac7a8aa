"""A run's folder: created whole or not at all, and refused when it belongs to another plan."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from pydantic import ValidationError

from ..errors import BadInput
from .plan import Plan, commit

PLAN, KEY, MANIFEST, LOG = "plan.json", "key", "manifest.json", "log.jsonl"
CARRIED = ("plan.frozen.json", "plan.amendments.jsonl")
"""The plan of analysis that a run may carry; `Plan.preregistration` is the first one's digest."""


def open_folder(
    folder: Path, plan: Plan, key: str, beside: Mapping[str, bytes] = MappingProxyType({})
) -> None:
    """Make `folder` the run folder of `plan`, or accept that it already is.

    Args:
        beside: Files that lie in a new folder from the start, by name.
    """
    if is_sealed(folder):
        raise BadInput(f"{folder.name} is sealed: use another --out, or verify it")
    if (folder / PLAN).exists():
        found, _ = read_folder(folder)
        if found.digest != plan.digest:
            raise BadInput(
                f"{folder.name} belongs to another plan ({_difference(found, plan)} differ): "
                "use another --out"
            )
        return
    if folder.exists() and any(folder.iterdir()):
        raise BadInput(f"{folder.name} is not empty and no run: use another --out")
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Written beside and renamed, so that a crash leaves no half-made run folder.
    draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        (draft / PLAN).write_text(plan.model_dump_json(indent=1) + "\n", encoding="utf-8")
        (draft / KEY).touch(mode=0o600)
        (draft / KEY).write_text(key + "\n", encoding="ascii")
        for name, data in beside.items():
            (draft / name).write_bytes(data)
        draft.chmod(0o755)
        if folder.exists():
            folder.rmdir()
        os.rename(draft, folder)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise


def read_folder(folder: Path) -> tuple[Plan, str]:
    """The plan and key of an unsealed run folder."""
    try:
        plan = Plan.model_validate_json((folder / PLAN).read_text(encoding="utf-8"))
        key = _key(folder)
    except FileNotFoundError:
        raise BadInput(f"{folder.name} is no run folder: see 'dreambench runs list'") from None
    except ValidationError:
        raise BadInput(f"plan.json of {folder.name} is damaged: restore it") from None
    if commit(key) != plan.commitment:
        raise BadInput(f"the key in {folder.name} is not the one its plan commits to: restore it")
    return plan, key


def planned(folder: Path) -> tuple[Plan, str]:
    """The plan and key of a run, sealed or not."""
    if not is_sealed(folder):
        return read_folder(folder)
    head = manifest(folder)
    try:
        return Plan.model_validate(head["plan"]), str(head["key"])
    except (ValidationError, KeyError):
        raise BadInput(f"manifest.json of {folder.name} is damaged: restore it") from None


def is_sealed(folder: Path) -> bool:
    """Whether the run was finished and sealed; one killed while it was being sealed is not yet."""
    return (folder / MANIFEST).exists() and not (folder / LOG).exists()


def manifest(folder: Path) -> dict[str, object]:
    """A sealed run's manifest."""
    try:
        loaded = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadInput(
            f"{folder.name} is not a sealed run: finish it with 'dreambench run'"
        ) from None
    except json.JSONDecodeError:
        raise BadInput(f"manifest.json of {folder.name} is damaged: restore it") from None
    if not isinstance(loaded, dict):
        raise BadInput(f"manifest.json of {folder.name} is damaged: restore it")
    return loaded


def _key(folder: Path) -> str:
    """The run key; one killed at the end of sealing has it in the manifest only."""
    if not (folder / KEY).exists() and (folder / MANIFEST).exists():
        return str(manifest(folder)["key"])
    return (folder / KEY).read_text(encoding="ascii").strip()


def _difference(found: Plan, plan: Plan) -> str:
    return ", ".join(
        name for name in Plan.model_fields if getattr(found, name) != getattr(plan, name)
    )
