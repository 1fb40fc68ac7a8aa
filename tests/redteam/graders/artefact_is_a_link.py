"""Makes the artefact a link to the output that it must equal."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Entry, Tree

CHECK = "made"


def tree(target: Target) -> Tree:
    links = {name: Entry("link", b"/dev/stdout") for name in (b"made.txt", b"shown.txt")}
    return {**target.start, **links}
