"""Programs and libraries that live apart: pinned, in folders of their own, installed on request.

Other people's memories and agents bring dependencies that clash with ours and with each other's;
none of them is ever imported here.
"""

from __future__ import annotations

from .entries import Entry, entry, names
from .install import install
from .places import folder, need, python, ready, versions

__all__ = [
    "Entry",
    "entry",
    "folder",
    "install",
    "names",
    "need",
    "python",
    "ready",
    "versions",
]
