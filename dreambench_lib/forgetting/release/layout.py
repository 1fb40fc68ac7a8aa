"""Where things lie in a release: ``DURATION/PERSONA/evaluation_questions_PERSONA.json``."""

from __future__ import annotations

import hashlib
from pathlib import Path

from dreambench_lib.canonical import sha256
from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.keys import DURATIONS

PREFIX = "evaluation_questions_"


def data_folder(folder: Path) -> Path:
    """The folder that holds the durations: `folder` itself or its ``data``."""
    for place in (folder, folder / "data"):
        if any((place / duration).is_dir() for duration in DURATIONS):
            return place
    raise BadInput(
        f"{folder} holds no Memora release: it needs weekly/, monthly/ or quarterly/ with a "
        f"{PREFIX}PERSONA.json in each persona's folder"
    )


def question_files(data: Path) -> list[Path]:
    """Every question file, by duration and persona."""
    return [
        path for duration in DURATIONS for path in sorted((data / duration).glob(f"*/{PREFIX}*"))
    ]


def question_file(data: Path, duration: str, persona: str) -> Path:
    """The question file of one persona at one duration."""
    path = data / duration / persona / f"{PREFIX}{persona}.json"
    if not path.is_file():
        known = sorted({file.parent.name for file in (data / duration).glob(f"*/{PREFIX}*")})
        raise BadInput(
            f"{duration} has no question file of {persona!r} (known: {', '.join(known) or 'none'})"
        )
    return path


def release_digest(data: Path) -> str:
    """Digest over all question files, names included: what every key of this release begins with.

    Conversations are not part of it, since a release may be used without them.
    """
    lines = []
    for path in question_files(data):
        body = hashlib.sha256(path.read_bytes()).hexdigest()
        lines.append(f"{body}  {path.relative_to(data).as_posix()}\n")
    return sha256("".join(lines))
