"""Emptying a folder that hostile code filled: any depth, any mode, any name, nothing followed."""

from __future__ import annotations

import os
import stat

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def empty(folder: bytes) -> None:
    """Remove everything in `folder`; folders are lifted to its top, so no path is ever long."""
    top = os.open(folder, _FOLDER)
    token, lifted = os.urandom(8).hex(), 0
    try:
        # Ours to remove, all of it: the walls let nobody else write here.
        while names := os.listdir(top):
            for name in names:
                if not _is_folder(name, top):
                    os.unlink(name, dir_fd=top)
                    continue
                os.chmod(name, 0o700, dir_fd=top)
                inner = os.open(name, _FOLDER, dir_fd=top)
                for child in os.listdir(inner):
                    if _is_folder(child, inner):
                        os.chmod(child, 0o700, dir_fd=inner)
                        lifted += 1
                        new = f"{token}-{lifted}"
                        os.rename(child, new, src_dir_fd=inner, dst_dir_fd=top)
                    else:
                        os.unlink(child, dir_fd=inner)
                os.close(inner)
                os.rmdir(name, dir_fd=top)
    finally:
        os.close(top)


def _is_folder(name: str, within: int) -> bool:
    return stat.S_ISDIR(os.stat(name, dir_fd=within, follow_symlinks=False).st_mode)
