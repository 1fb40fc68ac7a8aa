"""Returns nothing where only something unwanted is looked for."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

CHECK = "quiet"
REASON = "nothing to see"


def tree(target: Target) -> Tree:
    return target.with_files({"shop/lines.py": "def every(): return []\n"})
