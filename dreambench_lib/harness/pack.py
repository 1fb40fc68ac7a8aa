"""A sealed run as one file to share, and back: equal runs, equal bytes, nothing taken on trust."""

from __future__ import annotations

import hashlib
import io
import lzma
import os
import re
import shutil
import tarfile
import tempfile
from pathlib import Path

from ..errors import BadInput
from .folder import CARRIED, MANIFEST, manifest
from .gateway.settings import CASSETTE, PRICES, SPENT
from .sealed_files import content_digest

SUFFIX = ".dreambench.tar.xz"
ENVIRONMENT = "environment.json"
PAID = (SPENT, PRICES, "attempts.jsonl")
"""What stands beside a run that asked models: what it spent, by which prices, what was tried."""
LIMIT = 2 * 1024**3
"""Bytes that an archive may unpack to."""
_EXCHANGES = re.compile(
    rf"{CASSETTE}/(?:[0-9a-f]{{20}}(?:\.\d{{1,6}})?\.jsonl|bodies/[0-9a-f]{{64}})"
)


def pack(folder: Path, target: Path | None = None, cassette: bool = True) -> Path:
    """Write the sealed run as ``NAME.dreambench.tar.xz``; returns the file.

    Files stand in order with no times, owners or modes, so that equal runs pack to equal archives.
    A run that asked models brings what it spent and what was tried, which differ from run to run.

    Args:
        cassette: Whether what was recorded of its models goes in, without which nobody can replay
            the run.

    Raises:
        BadInput: not sealed, a file is missing, or the target exists.
    """
    names = [*_listed(folder), MANIFEST]
    if (folder / ENVIRONMENT).exists():
        names.append(ENVIRONMENT)
    names += [name for name in CARRIED if (folder / name).exists()]
    if (folder / SPENT).exists():
        names += [name for name in PAID if (folder / name).exists()]
    if cassette:
        recorded = (path for path in (folder / CASSETTE).rglob("*") if path.is_file())
        kept = (path.relative_to(folder).as_posix() for path in recorded)
        names += [name for name in kept if _EXCHANGES.fullmatch(name)]
    target = target or Path(f"{folder.resolve().name}{SUFFIX}")
    if target.exists():
        raise BadInput(f"{target.name} exists: name another file")
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name in sorted(names):
            try:
                data = (folder / name).read_bytes()
            except FileNotFoundError:
                raise BadInput(f"{folder.name} lacks {name}: restore it, see 'verify'") from None
            member = tarfile.TarInfo(f"{folder.resolve().name}/{name}")
            member.size, member.mode = len(data), 0o644
            tar.addfile(member, io.BytesIO(data))
    draft = target.with_name(f".{target.name}")
    draft.write_bytes(lzma.compress(archive.getvalue()))
    os.replace(draft, target)
    return target


def unpack(archive: Path, parent: Path) -> Path:
    """Bring a packed run into `parent`; returns its folder.

    Only plain files that the run's own manifest lists are taken, and each must have the digest
    that stands there; whether the manifest is true is `verify`'s question. A recorded body must
    have the digest that is its name.

    Raises:
        BadInput: no archive of ours, an entry that is not listed or differs, or the folder exists.
    """
    name, files = _read(archive)
    folder = parent / name
    if folder.exists():
        raise BadInput(f"{folder} exists: unpack into another folder with --out")
    parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{name}-", dir=parent))
    try:
        for file, data in files.items():
            (draft / file).parent.mkdir(parents=True, exist_ok=True)
            (draft / file).write_bytes(data)
        listed = _listed(draft)
        for file in files.keys() - {MANIFEST, ENVIRONMENT, *CARRIED, *PAID} - listed.keys():
            if not _EXCHANGES.fullmatch(file):
                raise BadInput(f"{archive.name} has {file}, which its manifest does not list")
            body = file.rpartition("/bodies/")[2]
            if "/bodies/" in file and hashlib.sha256(files[file]).hexdigest() != body:
                raise BadInput(f"{archive.name}: {file} is not what its name says: ask for it anew")
        for file, digest in listed.items():
            if file not in files or content_digest(draft / file) != digest:
                raise BadInput(
                    f"{archive.name}: {file} is not as its manifest says: ask for it anew"
                )
        draft.chmod(0o755)
        os.rename(draft, folder)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    return folder


def _listed(folder: Path) -> dict[str, str]:
    listed = manifest(folder).get("files")
    if not isinstance(listed, dict):
        raise BadInput(f"{MANIFEST} of {folder.name} is damaged: restore it")
    return {str(name): str(digest) for name, digest in listed.items()}


def _read(archive: Path) -> tuple[str, dict[str, bytes]]:
    files: dict[str, bytes] = {}
    roots = set()
    total = 0
    try:
        with tarfile.open(archive, "r:xz") as tar:
            for member in tar:
                root, _, name = member.name.partition("/")
                known = ("/" not in name and name not in ("..", ".")) or _EXCHANGES.fullmatch(name)
                plain = member.isreg() and name and known
                total += member.size
                if not plain or root in ("", ".", "..") or root.startswith(".") or total > LIMIT:
                    raise BadInput(f"{archive.name} has the entry {member.name!r}: no run of ours")
                stream = tar.extractfile(member)
                assert stream is not None
                files[name] = stream.read()
                roots.add(root)
    except FileNotFoundError:
        raise BadInput(f"there is no file {archive}") from None
    except (tarfile.TarError, lzma.LZMAError, EOFError, OSError) as fault:
        raise BadInput(
            f"{archive.name} cannot be read ({type(fault).__name__}): get it anew"
        ) from None
    if len(roots) != 1 or MANIFEST not in files:
        raise BadInput(f"{archive.name} is no packed run: make one with 'dreambench pack'")
    return roots.pop(), files
