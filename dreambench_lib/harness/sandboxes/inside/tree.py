"""Trees on their way in: one blob per probe, unpacked into the probe's own empty /repo.

`pack` runs outside, `unpack` behind the walls and before any code of the tree.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable

PORT = 8080
"""Of the door in an agent's room; here, since this file can be imported on any system."""
KINDS = ("file", "exec", "link")
_HEAD = struct.Struct("=BII")


def pack(entries: Iterable[tuple[bytes, str, bytes]]) -> bytes:
    """One blob of (path, kind, data)."""
    parts = []
    for path, kind, data in entries:
        parts += [_HEAD.pack(KINDS.index(kind), len(path), len(data)), path, data]
    return b"".join(parts)


def unpack(blob: bytes, folder: bytes) -> None:
    """Write what `pack` packed into an empty `folder`; the caller has judged the paths."""
    at, made, links = 0, {b""}, []
    while at < len(blob):
        kind, path_size, data_size = _HEAD.unpack_from(blob, at)
        at += _HEAD.size
        path, at = blob[at : at + path_size], at + path_size
        data, at = blob[at : at + data_size], at + data_size
        above = path.rpartition(b"/")[0]
        if above not in made:
            os.makedirs(folder + b"/" + above, exist_ok=True)
            made.add(above)
        if KINDS[kind] == "link":
            links.append((data, folder + b"/" + path))
            continue
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        fd = os.open(folder + b"/" + path, flags, 0o755 if KINDS[kind] == "exec" else 0o644)
        while data:
            data = data[os.write(fd, data) :]
        os.close(fd)
    for target, name in links:
        os.symlink(target, name)


def read_whole(fd: int) -> bytes:
    """A blob from its descriptor, which other probes may share (so no seek)."""
    size = os.fstat(fd).st_size
    parts, at = [], 0
    while at < size:
        part = os.pread(fd, size - at, at)
        if not part:
            raise OSError("the tree's blob ends early")
        parts.append(part)
        at += len(part)
    return b"".join(parts)
