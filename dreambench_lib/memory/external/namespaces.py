"""The namespace under which a memory that outlives its process is addressed.

A cell that was cut short is run again under the namespace it had, in a new folder. A server that
kept what the first attempt wrote would show a session what is yet to come; so the name is drawn
once a folder, and a new object on the same folder finds it there.
"""

from __future__ import annotations

import secrets

from dreambench_lib.memory.protocol import Space

FILE = "namespace"


def drawn(space: Space) -> str:
    """The space's namespace and what was drawn for its folder: letters and digits only."""
    path = space.folder / FILE
    if not path.exists():
        path.write_text(secrets.token_hex(8), encoding="ascii")
    return space.namespace + path.read_text(encoding="ascii")
