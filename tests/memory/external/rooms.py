"""Children without a vendor, for tests: the real host program around `fake_store`."""

from __future__ import annotations

import sys
from pathlib import Path

from dreambench_lib.memory.external import walls
from dreambench_lib.memory.external.child import INSIDE, Child, unasked

HERE = Path(__file__).parent
CODE = (
    f"import sys; sys.path[:0] = [{str(INSIDE)!r}, {str(HERE)!r}]; import host; host.main({{!r}})"
)


def fake(folder: Path, limit: float = 60.0, module: str = "fake_store") -> Child:
    """A process that may write `folder`, behind the real walls."""
    words = ["/usr/bin/python3", "-s", "-c", CODE.format(module)]
    home = walls.HOME if walls.walled() else str(folder)
    return Child("fake", walls.command(words, [INSIDE, HERE], folder), home, limit)


if __name__ == "__main__":  # a driver that is killed: starts a child, names it, waits for ever
    child = fake(Path(sys.argv[1]))
    child.open(Path(sys.argv[1]), "n", {}, unasked)
    print(child.pid, flush=True)
    sys.stdin.read()
