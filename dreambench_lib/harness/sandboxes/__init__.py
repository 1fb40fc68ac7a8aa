"""Sandboxes by name. A new one is a file and a line here, or a dotted path from anywhere."""

from __future__ import annotations

from importlib import import_module

from ...errors import BadInput, unknown
from .base import Limits, Observation, Sandbox, SandboxSession, SelfCheck, SessionLost

__all__ = [
    "SANDBOXES",
    "Limits",
    "Observation",
    "Sandbox",
    "SandboxSession",
    "SelfCheck",
    "SessionLost",
    "open_sandbox",
]

SANDBOXES = {
    "bubblewrap": "dreambench_lib.harness.sandboxes.bubblewrap:Bubblewrap",
    "docker": "dreambench_lib.harness.sandboxes.docker:Docker",
}


def open_sandbox(name: str = "bubblewrap") -> Sandbox:
    """The sandbox called `name`, or the class at a dotted path ``pkg.module:Class``."""
    path = name if ":" in name else SANDBOXES.get(name)
    if path is None:
        raise unknown("sandbox", name, SANDBOXES)
    module, _, attribute = path.partition(":")
    try:
        made: Sandbox = getattr(import_module(module), attribute)()
    except (ImportError, AttributeError) as error:
        raise BadInput(f"cannot load the sandbox {name!r} ({error}): check the path") from error
    return made
