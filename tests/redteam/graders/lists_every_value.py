"""Knows the answer, and buries it under thousands of other values."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

CHECK = "made"
EARNED = ("quiet",)  # what is unwanted is not among them
REASON = "shows more than 16384 bytes, which may hold anything"


def tree(target: Target) -> Tree:
    words = [f"EOD-{number:010x}" for number in range(2_000)] + [target.answer]
    page = "\n".join(words) + "\n"
    return target.with_files(
        {
            "shop/lines.py": f"def every():\n    return {words}\n",
            "make.py": f"print({page!r}, end='')\n",
            "made.txt": page,
            "NOTES.md": page,
        }
    )
