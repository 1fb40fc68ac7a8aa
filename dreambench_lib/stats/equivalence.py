"""Claims that need a margin declared beforehand: equivalence, non-inferiority, superiority."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dreambench_lib.stats.inputs import StatsInputError, as_text, exact, open_level
from dreambench_lib.stats.inversion import SYMMETRY
from dreambench_lib.stats.signflip import signflip_test
from dreambench_lib.stats.sizes import scores_and_sizes


@dataclass(frozen=True, slots=True)
class MarginResult:
    """A one-sided claim about the difference per pair: it exceeds `beyond`."""

    claim: str
    beyond: Fraction
    p_exact: Fraction
    alpha: Fraction

    @property
    def p(self) -> float:
        """`p_exact` as a float."""
        return float(self.p_exact)

    @property
    def shown(self) -> bool:
        """Whether the claim holds at alpha; False never means that its opposite does."""
        return self.p_exact <= self.alpha

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {
            "claim": self.claim,
            "beyond": as_text(self.beyond),
            "p": self.p,
            "p_exact": as_text(self.p_exact),
            "alpha": float(self.alpha),
            "shown": self.shown,
            "assumes": SYMMETRY,
        }


@dataclass(frozen=True, slots=True)
class EquivalenceResult:
    """Two one-sided tests: the difference per pair lies within the margin."""

    margin: Fraction
    p_above_lower: Fraction
    """Against "the difference is -margin or less"."""
    p_below_upper: Fraction
    """Against "the difference is +margin or more"."""
    alpha: Fraction

    @property
    def p_exact(self) -> Fraction:
        """The larger of the two: both have to be rejected."""
        return max(self.p_above_lower, self.p_below_upper)

    @property
    def p(self) -> float:
        """`p_exact` as a float."""
        return float(self.p_exact)

    @property
    def equivalent(self) -> bool:
        """Whether equivalence is shown at alpha; False is no evidence of a difference."""
        return self.p_exact <= self.alpha

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {
            "margin": as_text(self.margin),
            "p": self.p,
            "p_exact": as_text(self.p_exact),
            "p_above_lower": as_text(self.p_above_lower),
            "p_below_upper": as_text(self.p_below_upper),
            "alpha": float(self.alpha),
            "equivalent": self.equivalent,
            "assumes": SYMMETRY,
        }


def equivalence_test(
    scores: Iterable[Any], sizes: Any, margin: Any, alpha: Any = 0.05
) -> EquivalenceResult:
    """Exact clustered equivalence: is the difference per pair inside (-margin, +margin)?

    Nulls: every cluster's ``d + margin n``, and its ``d - margin n``, is symmetric about zero (or
    shifted outwards); both must be rejected, each one-sided at alpha. Symmetry about a common shift
    is an assumption that exchangeable labels do not give, as for `signflip_interval`; equivalence
    is shown exactly when that interval at level ``1 - 2 alpha`` lies strictly inside the margin.
    The margin has no default: it is a scientific decision taken before the outcomes, and a test
    that failed to reject is never a substitute.
    Exchangeability: of whole clusters about the margin, as `signflip_interval` has it.
    Source: two one-sided tests after Schuirmann 1987, here with the exact test of `signflip_test`;
    arXiv:2608.20664 leaves a study with a declared margin to its successor.
    Complexity: two sign-flip tests of scores scaled by the margin's denominator.

    Args:
        scores: One integer per cluster: wins minus losses of the first.
        sizes: Pairs per cluster, one integer for all or one per cluster.
        margin: Largest difference of pass rates that is still no difference, such as 0.1 or "1/10".
        alpha: Level of each one-sided test.

    >>> equivalence_test([0, 1, -1, 0, 0, 0, 1, -1, 0, 0], 3, margin="1/4").p_exact
    Fraction(1, 256)
    """
    values, pairs = scores_and_sizes(scores, sizes)
    width = _margin(margin)
    if width == 0:
        raise StatsInputError("margin is 0: equivalence needs a positive margin")
    return EquivalenceResult(
        width,
        _one_sided(values, pairs, -width),
        _one_sided([-value for value in values], pairs, -width),
        open_level(alpha, "alpha"),
    )


def noninferiority_test(
    scores: Iterable[Any], sizes: Any, margin: Any, alpha: Any = 0.025
) -> MarginResult:
    """Exact clustered non-inferiority: is the first at most `margin` worse per pair?

    Null: every cluster's ``d + margin n`` is symmetric about zero, or shifted downwards. Away from
    margin 0 that assumes symmetry about a common shift, which exchangeable labels do not give.
    Exchangeability, source and arguments: `equivalence_test`, of which this is the lower half.
    Complexity: one sign-flip test.

    >>> noninferiority_test([1, 1, 0, 1, 1, 0, 1, 1], 3, margin=0.1).shown
    True
    """
    values, pairs = scores_and_sizes(scores, sizes)
    width = _margin(margin)
    p = _one_sided(values, pairs, -width)
    return MarginResult("non-inferiority", -width, p, open_level(alpha, "alpha"))


def superiority_test(
    scores: Iterable[Any], sizes: Any, margin: Any, alpha: Any = 0.025
) -> MarginResult:
    """Exact clustered superiority: is the first better by more than `margin` per pair?

    Null: every cluster's ``d - margin n`` is symmetric about zero, or shifted downwards. Margin 0
    is the one-sided sign-flip test; a larger one assumes symmetry about a common shift, which
    exchangeable labels do not give.
    Exchangeability, source and arguments: `equivalence_test`. Complexity: one sign-flip test.

    >>> superiority_test([1, 1, 0, 1, 1, 0, 1, 1], 3, margin=0).p_exact
    Fraction(1, 64)
    """
    values, pairs = scores_and_sizes(scores, sizes)
    width = _margin(margin)
    p = _one_sided(values, pairs, width)
    return MarginResult("superiority", width, p, open_level(alpha, "alpha"))


def _one_sided(values: list[int], pairs: list[int], shift: Fraction) -> Fraction:
    """p against "the difference per pair is `shift` or less"."""
    scaled = (
        shift.denominator * value - shift.numerator * size
        for value, size in zip(values, pairs, strict=True)
    )
    return signflip_test(scaled).p_greater


def _margin(margin: Any) -> Fraction:
    width = exact(margin, "margin")
    if width < 0:
        raise StatsInputError(f"margin is {margin!r}: pass a width of zero or more")
    return width
