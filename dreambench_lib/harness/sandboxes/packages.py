"""Packages of this process's Python for an agent's room, copied once to a place of their own.

Copied, so that no path of the project stands in the room's mountinfo, and an unprivileged user can
read them wherever this Python lies. All processes of a user share one copy per set of versions.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from importlib import metadata
from pathlib import Path

from ...canonical import sha256
from ...errors import BadInput, Infra
from .inventory import interpreter


@cache
def shelf(names: tuple[str, ...]) -> Path:
    """A folder with these distributions and all they require.

    Raises:
        BadInput: one is missing, or this Python is another than the distribution's.
        Infra: somebody else made a folder of that name.
    """
    ours = f"python{sys.version_info.major}.{sys.version_info.minor}"
    if interpreter()[0].name != ours:
        raise BadInput(
            f"an agent that imports {', '.join(names)} runs on the distribution's "
            f"{interpreter()[0].name}, but dreambench runs on {ours}: install it for that one"
        )
    paths = installed(names)
    # The folders with the metadata carry the versions in their names.
    mark = sha256([sys.version, *(str(path) for path in paths)])[:16]
    place = Path(tempfile.gettempdir()) / f"packages-{os.geteuid()}-{mark}"
    if not place.exists():
        draft = Path(tempfile.mkdtemp(prefix=".packages-"))
        for path in paths:
            if path.is_dir():
                shutil.copytree(path, draft / path.name)
            else:
                shutil.copy2(path, draft / path.name)
        draft.chmod(0o755)
        try:
            draft.rename(place)
        except OSError:
            # Another process was first.
            shutil.rmtree(draft, ignore_errors=True)
    return settled(place)


def settled(place: Path) -> Path:
    """`place`, unless somebody else made it.

    Raises:
        Infra: if so.
    """
    found = place.lstat()
    if found.st_uid != os.geteuid() or not place.is_dir() or place.is_symlink():
        raise Infra(f"{place} is not ours: remove it")
    return place


def installed(names: Iterable[str]) -> list[Path]:
    """Files and folders of distributions and of what they require, as installed here."""
    found: dict[str, Path] = {}
    seen: set[str] = set()
    waiting = [(name, True) for name in names]
    while waiting:
        name, wanted = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        try:
            one = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            if wanted:
                raise BadInput(f"{name} is not installed: pip install {name}") from None
            continue
        for file in one.files or ():
            top = file.parts[0]
            if top not in ("..", "__pycache__") and not top.endswith(".pth"):
                found[top] = Path(str(one.locate_file(top)))
        for line in one.requires or ():
            # What stands behind an extra is not needed; what another platform needs is not here.
            if "extra ==" not in line and (match := re.match(r"[A-Za-z0-9._-]+", line)):
                waiting.append((match[0], False))
    return [found[name] for name in sorted(found)]
