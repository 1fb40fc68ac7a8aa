"""Exact McNemar: the test of matched pairs, here always a sensitivity analysis."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dreambench_lib.stats.inputs import as_text, whole_number


@dataclass(frozen=True, slots=True)
class McNemarResult:
    """Discordant pairs and the exact two-sided p."""

    b: int
    c: int
    p_exact: Fraction

    @property
    def p(self) -> float:
        """`p_exact`, rounded once to the nearest float."""
        return float(self.p_exact)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {"b": self.b, "c": self.c, "p": self.p, "p_exact": as_text(self.p_exact)}


def mcnemar_test(b: Any, c: Any) -> McNemarResult:
    """Exact McNemar test: is a discordant pair as likely to favour either side?

    Null: each of the ``b + c`` discordant pairs favours the first with probability 1/2,
    independently; p is twice the smaller binomial tail, at most 1.
    Exchangeability: between the two labels of every single pair. Pooled over the seeds of a trap
    that is too much to assume, so the pooled p is shown beside the clustered one and never instead.
    Source: arXiv:2608.20664, section 5.3 and appendix E (secondary analyses).
    Complexity: ``min(b, c)`` integer products.

    >>> mcnemar_test(7, 3).p_exact, mcnemar_test(21, 15).p
    (Fraction(11, 32), 0.40503224614076316)
    """
    b, c = whole_number(b, "b"), whole_number(c, "c")
    pairs = b + c
    tail = term = 1
    for i in range(min(b, c)):
        term = term * (pairs - i) // (i + 1)
        tail += term
    return McNemarResult(b, c, min(Fraction(1), Fraction(2 * tail, 1 << pairs)))
