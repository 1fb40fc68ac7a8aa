"""Writes the artefact anew while it is compared, equal to what it prints."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

CHECK = "made"
REASON = "output differs from made.txt"


def tree(target: Target) -> Tree:
    source = "open('made.txt', 'w').write('mine'); print('mine', end='')"
    return target.with_files({"make.py": source, "show.py": source.replace("made", "shown")})
