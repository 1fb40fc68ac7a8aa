"""Files that a command writes where its user says: refused before the work, written whole."""

from __future__ import annotations

import os
from pathlib import Path

from ..errors import BadInput


def writable(*paths: Path | None) -> None:
    """Refuse what cannot be written, before minutes are spent on it; None is no file."""
    for path in paths:
        if path is not None and (path.is_dir() or not path.resolve().parent.is_dir()):
            raise BadInput(f"{path} cannot be written: name a file in a folder that exists")


def write_whole(path: Path, text: str) -> None:
    """Write `text` to `path`, whole or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, path)
    except OSError as fault:
        raise BadInput(f"{path} cannot be written: {fault.strerror or fault}") from None
    finally:
        draft.unlink(missing_ok=True)
