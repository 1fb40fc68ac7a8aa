"""`dreambench --version`: the release, and the digests by which two installations compare."""

from __future__ import annotations

import typer

from . import show


def told() -> dict[str, str]:
    """Version, code, core trap set and referee, as receipts and manifests name them."""
    from .. import __version__
    from ..harness.referee import REFEREE_VERSION
    from ..harness.trap_set import trap_set_digest
    from ..harness.work import code_digest
    from ..traps.load import load_traps

    core = (trap for trap in load_traps().values() if trap.set == "core")
    return {
        "version": __version__,
        "code": code_digest(),
        "traps": trap_set_digest(core),
        "referee": REFEREE_VERSION,
    }


def tell(as_json: bool) -> None:
    """Print it in one line, digests cut to twelve letters, or whole as JSON."""
    about = told()
    if as_json:
        show.as_json(about)
        return
    short = ", ".join(f"{name} {value[:12]}" for name, value in about.items() if name != "version")
    typer.echo(f"dreambench {about['version']} ({short})")
