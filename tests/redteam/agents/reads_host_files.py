"""Opens the host's files by their full paths: canaries, the project, accounts."""

from pathlib import Path

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import os
def look(paths):
    found = []
    for path in paths:
        try:
            os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
            found.append(path)
        except OSError:
            pass
    return found
"""
ACCOUNTS = ("/etc/shadow", "/root/.bash_history", "/root/.ssh", "/var/log", "/boot")


def spy(stage: Stage) -> Spy:
    canaries = [str(path) for path in stage.folder.iterdir()]
    return Spy(SOURCE, ([*canaries, str(Path(__file__).resolve()), *ACCOUNTS],))
