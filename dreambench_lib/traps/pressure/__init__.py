"""Memory pressure: filler sessions between the evidence and the scored session, and distractors."""

from .dials import FILLER, NONE, Dials
from .press import minted, press

__all__ = ["FILLER", "NONE", "Dials", "minted", "press"]
