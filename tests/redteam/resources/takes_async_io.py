"""Takes of the asynchronous reads and writes that the whole machine shares."""

from dreambench_lib.harness.redteam import Spy, Stage
from dreambench_lib.harness.redteam.tools import TRY

SOURCE = """
import platform
SETUP = {"x86_64": 206, "aarch64": 0}
def look():
    context = ctypes.c_ulong(0)
    number = SETUP[platform.machine()]
    return ["io_setup"] if allowed(call, "syscall", number, 8, ctypes.byref(context)) else []
"""


def spy(stage: Stage) -> Spy:
    return Spy(TRY + SOURCE)
