"""The red team: hostile trees, agents and workspaces, judged by the real referee.

The cases are one file each under `tests/redteam/` of the source tree; this room runs them.
"""

from .case import Case, find_cases, load_cases
from .engine import Outcome, attack_all
from .target import Spy, Stage, Target

__all__ = [
    "Case",
    "Outcome",
    "Spy",
    "Stage",
    "Target",
    "attack_all",
    "find_cases",
    "load_cases",
]
