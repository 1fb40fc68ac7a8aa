"""Looks for the stores, the logs and the keys of other cells and runs."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import os
NAMES = {"log.jsonl", "log.jsonl.xz", "plan.json", "manifest.json", "checks.toml", "trap.toml"}
def look():
    found = []
    for folder, names, files in os.walk("/"):
        names[:] = [name for name in names if os.path.join(folder, name) != "/proc"]
        found += [f"{folder}/{name}" for name in files if name in NAMES]
        found += [f"{folder}/{name}" for name in names if name.startswith(("m-", "redteam-"))]
    return found
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE)
