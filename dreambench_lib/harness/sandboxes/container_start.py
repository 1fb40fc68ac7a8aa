"""Starting a container whose first process connects to us, and ending it.

Nothing else of it goes through the engine: the socket lies in a folder that is mounted for this
one connection and deleted right after it.
"""

from __future__ import annotations

import os
import select
import shutil
import socket
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from .base import SessionLost
from .engine import faults
from .listen import GRACE

START_SECONDS = 30.0


def launched(
    engine: Any, image: str, options: Callable[[str], dict[str, Any]]
) -> tuple[Any, socket.socket]:
    """A container that runs, and its first process's connection: the only one there will ever be.

    Args:
        options: Arguments of `containers.create`, given the folder that holds the socket ``s``.

    Raises:
        SessionLost: if it does not start; nothing of it is left.
    """
    above = tempfile.mkdtemp(prefix="s-")
    container = None
    try:
        # The folder above is ours alone, since root in the container has no right over it.
        folder = os.path.join(above, "c")
        os.mkdir(folder)
        os.chmod(folder, 0o711)
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
            _bind(listener, folder)
            listener.listen(1)
            listener.settimeout(0.5)
            with faults():
                container = engine.containers.create(image, **options(folder))
                container.start()
            return container, _accept(container, listener)
    except BaseException:
        if container is not None:
            removed(container)
        raise
    finally:
        shutil.rmtree(above, ignore_errors=True)


def _bind(listener: socket.socket, folder: str) -> None:
    """Bind to `s` in `folder`, by descriptor: a socket's path has 108 bytes at most."""
    fd = os.open(folder, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        listener.bind(f"/proc/self/fd/{fd}/s")
        os.chmod(f"{folder}/s", 0o666)
    finally:
        os.close(fd)


def _accept(container: Any, listener: socket.socket) -> socket.socket:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        with suppress(TimeoutError):
            return listener.accept()[0]
        with faults():
            container.reload()
            if container.status != "running":
                break
    with faults():
        words = container.logs(tail=5).decode(errors="replace").strip()
    raise SessionLost(f"the container does not start: {words or container.status}")


def removed(container: Any) -> bool:
    """End and remove it; without an engine nothing can be: whoever comes next reaps it."""
    with suppress(SessionLost), faults():
        container.remove(force=True)
        return True
    return False


def ended(pidfd: int) -> bool:
    """Whether a container's first process (which dies last) is dead, soon."""
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    return bool(poll.poll(GRACE * 1000))
