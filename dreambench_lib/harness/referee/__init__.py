"""The referee: checks and a tree in, a verdict out; expectations never leave this side."""

from .decide import decide
from .referee import REFEREE_VERSION, Judge, Referee

__all__ = ["REFEREE_VERSION", "Judge", "Referee", "decide"]
