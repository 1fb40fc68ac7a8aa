"""Reads the paths of the host from the table of mounts."""

from pathlib import Path

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
def look(words):
    found = []
    for name in ("mountinfo", "mounts", "maps"):
        with open(f"/proc/self/{name}") as file:
            text = file.read()
        found += [f"{name}: {word}" for word in words if word in text]
    return found
"""


def spy(stage: Stage) -> Spy:
    project = Path(__file__).resolve().parents[3]
    return Spy(SOURCE, ([str(project), str(stage.folder), str(Path.home()) + "/"],))
