"""Asks for new namespaces, mounts and another root."""

from dreambench_lib.harness.redteam import Spy, Stage
from dreambench_lib.harness.redteam.tools import TRY

SOURCE = """
def look():
    flags = (0x10000000, 0x20000, 0x40000000, 0x08000000, 0x20000000)
    found = [hex(flag) for flag in flags if allowed(call, "unshare", flag)]
    tries = (
        ("mount", b"none", b"/tmp", b"tmpfs", ctypes.c_ulong(0), None),
        ("umount2", b"/proc", 2),
        ("chroot", b"/repo"),
    )
    return found + [name for name, *rest in tries if allowed(call, name, *rest)]
"""


def spy(stage: Stage) -> Spy:
    return Spy(TRY + SOURCE)
