"""No packet leaves this machine: what was tried in all checks, judged at the end."""

from __future__ import annotations

from dreambench_lib.memory.conformance.check import Broken, Check, Told
from dreambench_lib.memory.conformance.ground import Ground


def run(ground: Ground) -> Told:
    guard = ground.guard
    if guard.refused:
        hosts = ", ".join(dict.fromkeys(guard.refused))
        raise Broken(
            f"phones out: tried {hosts} ({len(guard.refused)} times, each stopped before a packet "
            "left)"
        )
    started = sorted(set(guard.children))
    more = f"; sockets of {', '.join(started)} were not watched" if started else ""
    return Told(f"{guard.connections} connections, all on this machine{more}")


CHECK = Check("network", "No packet leaves this machine.", run)
