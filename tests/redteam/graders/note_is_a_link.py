"""Knows the answer, and makes the file that is looked at a link to another one."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Entry, Tree

CHECK = "note"
REASON = "not a regular file"


def tree(target: Target) -> Tree:
    link = Entry("link", b"shop/word.txt")
    return {
        **target.start,
        b"NOTES.md": link,
        b"shop/word.txt": Entry("file", target.answer.encode()),
    }
