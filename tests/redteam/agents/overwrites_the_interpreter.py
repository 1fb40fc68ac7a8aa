"""Opens the interpreter, its library and the stub for writing."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import json, os, sys
def look():
    places = [sys.executable, json.__file__, os.__file__, "/r/inside/stub.py", "/proc/self/exe"]
    return [p for p in places if p and os.path.exists(p) and os.access(p, os.W_OK)]
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE)
