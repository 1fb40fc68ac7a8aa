"""Starts as many threads as it can, at most 64."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import threading
def look():
    stop, made = threading.Event(), 0
    try:
        for _ in range(64):
            threading.Thread(target=stop.wait, args=(5,), daemon=True).start()
            made += 1
    except RuntimeError:
        pass
    stop.set()
    return [made] if made > 32 else []
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE)
