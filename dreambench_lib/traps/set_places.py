"""Where a fault of the set stands: the line of ``set.toml`` that asks, and the traps it names."""

from __future__ import annotations

import re
from pathlib import Path

from .places import key_line, places

_ASKED = {
    "quota": ("core", ""),
    "extended": ("extended", ""),
    "clean": ("least", "clean"),
    "fixtures": ("least", "fixtures"),
    "skeletons": ("most", "skeleton"),
    "overlap": ("most", "overlap"),
    "words": ("least", "words"),
    "look-alikes": ("least", "alike"),
}
"""Gate to table and key of ``set.toml``; a construct named by the fault is the key of its table."""
_HEAD = {"ids": "construct", "skeletons": "skeleton", "clean": "start"}
"""Gate to the key of a trap's head that it is about."""


def set_places(root: Path, gate: str, told: str) -> str:
    """The places that a fault of the set names, e.g. ``set.toml:14, C3-x/trap.toml:3``.

    Args:
        root: The trap folder.
        told: The fault, as `quotas` words it.
    """
    found = []
    if gate in _ASKED and (root / "set.toml").is_file():
        table, key = _ASKED[gate]
        construct = re.match(r"(C\d+):", told)
        line = key_line(root / "set.toml", table, construct[1] if construct and not key else key)
        found.append(f"set.toml:{line}" if line else "set.toml")
    words = {word.lower() for word in re.findall(r"[\w-]+", told)}
    for folder in sorted(path.parent for path in root.glob("*/trap.toml")):
        if folder.name.lower() in words:
            line = key_line(folder / "trap.toml", "", _HEAD.get(gate, "construct"))
            found.append(places(folder, told) or f"{folder.name}/trap.toml:{line or 1}")
    return ", ".join(dict.fromkeys(found))
