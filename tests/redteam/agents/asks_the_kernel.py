"""Makes calls that reach beyond one process: keys, logs, tracing, clocks, modules."""

from dreambench_lib.harness.redteam import Spy, Stage
from dreambench_lib.harness.redteam.tools import TRY

# Numbers of x86_64; elsewhere they are other calls, which are as harmless with no arguments.
SOURCE = """
def look():
    tries = (
        ("syslog", "syscall", 103, 3, None, 0), ("bpf", "syscall", 321, 0, None, 0),
        ("perf", "syscall", 298, None, 0, -1, -1, 0), ("keyctl", "syscall", 250, 0, -3, 1),
        ("io_uring", "syscall", 425, 1, None), ("userfaultfd", "syscall", 323, 1),
        ("clock", "syscall", 227, 0, None), ("modify_ldt", "syscall", 154, 0, None, 0),
        ("kexec", "syscall", 246, 0, 0, None, 0), ("fanotify", "syscall", 300, 0, 0),
    )
    found = []
    for label, name, *rest in tries:
        ctypes.set_errno(0)
        getattr(libc, name)(*rest)
        if ctypes.get_errno() != errno.EPERM:
            found.append(f"{label}: {errno.errorcode.get(ctypes.get_errno())}")
    return found
"""


def spy(stage: Stage) -> Spy:
    return Spy(TRY + SOURCE)
