"""The image of the docker sandbox: Debian's Python and our runner, nothing else, never pulled.

Its name carries the digest of its recipe; the engine's own id, which pins every byte, goes into
receipts.
"""

from __future__ import annotations

import io
import shutil
import tarfile
import tempfile
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ...canonical import sha256
from ...errors import NoSandbox
from .base import SessionLost
from .debian import Progress, base_digest, cached_base, new_entry
from .engine import faults
from .inventory import shipped

REPOSITORY = "dreambench-sandbox"
PYTHON_LABEL = "dreambench.python"
BUILD = "make it with 'dreambench sandbox build docker'"


class Image(NamedTuple):
    """An image that is there."""

    name: str
    id: str
    python: str


def inside_files() -> dict[str, bytes]:
    """What of ours is in the image, by path."""
    return {f"r/inside/{name}": data for name, data in shipped(("clean", "users")).items()}


@lru_cache(maxsize=1)
def name() -> str:
    """The image's name, with the digest of everything that we decide about it."""
    recipe = {"base": base_digest(), "files": {k: sha256(v) for k, v in inside_files().items()}}
    return f"{REPOSITORY}:{sha256(recipe)[:16]}"


@lru_cache(maxsize=4)
def find(engine: Any) -> Image:
    """The image in `engine`.

    Raises:
        NoSandbox: if it was not made yet.
        SessionLost: if the engine fails.
    """
    import docker

    with faults():
        try:
            found = engine.images.get(name())
        except docker.errors.ImageNotFound:
            raise NoSandbox(f"the docker sandbox has no image {name()} yet: {BUILD}") from None
    return Image(name(), found.id, found.labels.get(PYTHON_LABEL, ""))


def build(progress: Progress = lambda _: None, mirror: str = "", again: bool = False) -> Image:
    """Make the image, if the engine has none of this recipe.

    About a minute; seconds when Debian's part is in the cache folder.

    Args:
        progress: Called with what is being done.
        mirror: Where Debian's packages come from; default: what debootstrap is set to.
        again: Make it anew in any case, with the packages that Debian has today.

    Raises:
        NoSandbox: no engine, no debootstrap, or not root where debootstrap must run.
        Infra: debootstrap or the engine failed; nothing was left half-made.
    """
    from .engine import client

    engine, old = client(), None
    find.cache_clear()
    with suppress(NoSandbox):
        old = find(engine)
        if not again:
            return old
    base = cached_base(progress, mirror, again)
    progress(f"importing {name()}")
    with tempfile.TemporaryDirectory(prefix="s-", dir=base.parent) as folder:
        whole = Path(folder) / "image.tar"
        shutil.copyfile(base, whole)
        with tarfile.open(whole, "a") as tar:
            for path, data in sorted(inside_files().items()):
                tar.addfile(new_entry(path, size=len(data)), io.BytesIO(data))
            python = next(n for n in tar.getnames() if n.startswith("py/lib/python3"))
        repository, _, tag = name().partition(":")
        label = f"LABEL {PYTHON_LABEL}={Path(python).name}"
        with faults():
            engine.api.import_image_from_file(
                str(whole), repository=repository, tag=tag, changes=[label]
            )
    find.cache_clear()
    if old is not None:
        with suppress(SessionLost), faults():  # somebody may still be in one
            engine.images.remove(old.id)
    return find(engine)
