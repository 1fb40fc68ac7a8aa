"""Knows the answer, and prints it in UTF-16 under a locale of its own."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

CHECK = "made"
REASON = "output differs from made.txt"
SOURCE = """
import locale, os, sys
os.environ["LC_ALL"] = os.environ["PYTHONIOENCODING"] = "utf-16"
locale.setlocale(locale.LC_ALL, "C")
sys.stdout.reconfigure(encoding="utf-16")
print("ANSWER")
"""


def tree(target: Target) -> Tree:
    source = SOURCE.replace("ANSWER", target.answer)
    return target.with_files({"make.py": source, "made.txt": target.answer + "\n"})
