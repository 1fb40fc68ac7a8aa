"""The default sandbox on Linux: bubblewrap, in layout C where it works, else in layout A."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from ...errors import NoSandbox, unknown
from .base import DEFAULT, Limits, SandboxSession, SelfCheck, SessionLost
from .inventory import INSTALL, interpreter
from .known_good import fault_of
from .layout_a import SingleSession
from .layout_c import RunnerSession

Session = RunnerSession | SingleSession
LAYOUTS: dict[str, type[Session]] = {"runner": RunnerSession, "single": SingleSession}
"""Best first. Both show a probe the same world, so a verdict does not depend on which."""


@cache
def best_layout() -> str:
    """The first layout that answers a known question on this machine, tried once per process."""
    reasons = []
    for name, layout in LAYOUTS.items():
        try:
            session = layout(DEFAULT)
        except SessionLost as lost:
            reasons.append(f"{name}: {lost}")
            continue
        try:
            fault = fault_of(session)
        finally:
            session.close()
        if not fault:
            return name
        reasons.append(f"{name}: {fault}")
    raise NoSandbox(f"bubblewrap does not work here ({'; '.join(reasons)}): {INSTALL}")


class Bubblewrap:
    """Sandboxes by bubblewrap, for root (who becomes nobody first) and for ordinary users."""

    def __init__(self, layout: str | None = None) -> None:
        """`layout` forces one of `LAYOUTS`; by default the best that works here."""
        if layout is not None and layout not in LAYOUTS:
            raise unknown("layout", layout, LAYOUTS)
        self.layout = layout

    @contextmanager
    def session(self, limits: Limits = DEFAULT) -> Iterator[SandboxSession]:
        """See `Sandbox`."""
        session = LAYOUTS[self.layout or best_layout()](limits)
        try:
            yield session
        finally:
            session.close()

    def identity(self) -> str:
        """See `Sandbox`."""
        return "bubblewrap/1"

    def interpreter(self) -> str:
        """See `Sandbox`."""
        return interpreter()[0].name

    def check(self) -> list[SelfCheck]:
        """See `Sandbox`."""
        from .battery import run_battery

        return run_battery(self)
