"""The docker sandbox: one container per session, from an image that this project makes."""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any

from .base import DEFAULT, Limits, SandboxSession, SelfCheck, SessionLost
from .container import ContainerSession
from .engine import client, reap
from .image import find


@lru_cache(maxsize=4)
def reaped(engine: Any) -> Any:
    """An engine without leftovers of dead drivers; looked at once per process, and at its end."""
    reap(engine)
    atexit.register(_reap_at_exit, engine)
    return engine


def _reap_at_exit(engine: Any) -> None:
    """What workers that were killed left behind; an engine that is gone has nothing."""
    with suppress(SessionLost):
        reap(engine)


class Docker:
    """Sandboxes by a local Docker engine, for whoever may use its socket."""

    @contextmanager
    def session(self, limits: Limits = DEFAULT) -> Iterator[SandboxSession]:
        """See `Sandbox`."""
        engine = reaped(client())
        session = ContainerSession(limits, engine, find(engine).id)
        try:
            yield session
        finally:
            session.close()

    def identity(self) -> str:
        """See `Sandbox`."""
        return "docker/1"

    def interpreter(self) -> str:
        """See `Sandbox`."""
        image = find(client())
        return f"{image.python} in {image.name} ({image.id})"

    def check(self) -> list[SelfCheck]:
        """See `Sandbox`."""
        from .battery import run_battery

        return run_battery(self)
