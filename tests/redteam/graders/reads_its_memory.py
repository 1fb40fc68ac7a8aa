"""Searches its own memory, byte by byte, for the expectation."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "not the expected value"
SOURCE = """
import re
def closing(channel):
    found, read = [], 0
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
        for line in maps:
            low, high = (int(word, 16) for word in line.split()[0].split("-"))
            if line.split()[1][0] != "r" or read > 100_000_000:
                continue
            try:
                memory.seek(low)
                data = memory.read(min(high - low, 20_000_000))
            except (OSError, ValueError, OverflowError):
                continue
            read += len(data)
            found += re.findall(rb"EOD-[0-9a-f]{10}", data)
    return found[0].decode() if found else "none"
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
