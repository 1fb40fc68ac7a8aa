"""What of /usr an agent's room must not show: this benchmark itself, its traps and its results.

Rooms show the machine's /usr for its tools. Where DreamBench was installed or unpacked below it,
the answers would lie there: those places are shown empty.
"""

from __future__ import annotations

from pathlib import Path

from ... import shipped

USR = Path("/usr")
OWN = (Path(shipped.__file__).resolve().parent, shipped.ROOT)
"""Where this very process has its code and its traps from."""
USUAL = (
    "{lib}/python3*/*-packages/dreambench*",
    "{lib}/python3*/*-packages/__editable__*dreambench*",
    "bin/dreambench",
    "share/dreambench*",
    "src/dreambench*",
)
"""Where others may have put a copy, below /usr and below /usr/local."""


def hidden(usr: Path = USR, own: tuple[Path, ...] = OWN) -> list[Path]:
    """Folders and files below `usr` to cover, none within another, as they stand below /usr.

    Args:
        usr: What will be shown as /usr.
        own: Places to cover wherever they lie below it.
    """
    found = {place for place in own if place.is_relative_to(usr) and place != usr}
    for top in (usr, usr / "local"):
        for pattern in USUAL:
            for library in ("lib", "lib64"):
                found.update(top.glob(pattern.format(lib=library)))
    # A link would be covered at its target.
    found = {place.resolve() for place in found}
    return [
        USR / place.relative_to(usr)
        for place in sorted(found)
        if place.is_relative_to(usr) and not found.intersection(place.parents)
    ]
