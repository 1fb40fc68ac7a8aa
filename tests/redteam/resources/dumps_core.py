"""Is dumped to the program of the host that collects cores, which runs as root."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import resource
def look():
    # A limit of 0 stops files only; 1 is what the kernel takes as "not to a program either".
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    return [] if hard == 1 else [hard]
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE)
