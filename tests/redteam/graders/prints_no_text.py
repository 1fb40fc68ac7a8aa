"""Prints bytes that are no text, and makes the artefact equal to them."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Entry, Tree

CHECK = "made"
REASON = "not UTF-8"
HOSTILE = {
    b"make.py": Entry("file", b"import os; os.write(1, bytes([255, 254]))"),
    b"made.txt": Entry("file", b"\xff\xfe"),
}


def tree(target: Target) -> Tree:
    return {**target.start, **HOSTILE}
