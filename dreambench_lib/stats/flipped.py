"""What every clustered comparison says of its primary test."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dreambench_lib.stats.signflip import SignflipResult

EXPLORATORY = "exploratory"
"""The status of every analysis that no frozen plan names."""


@dataclass(frozen=True)
class Flipped:
    """First against second under the trap-clustered sign-flip test."""

    first: str
    second: str
    signflip: SignflipResult
    """The primary, trap-clustered test."""

    @property
    def D(self) -> int:
        """Sum of the cluster scores."""
        return self.signflip.D

    @property
    def clusters(self) -> int:
        """Clusters with at least one pair."""
        return self.signflip.clusters

    @property
    def p(self) -> float:
        """The clustered two-sided p."""
        return self.signflip.p

    @property
    def p_exact(self) -> Fraction:
        """The clustered two-sided p as a fraction."""
        return self.signflip.p_exact
